package io.atp.cli.command;

import io.atp.cli.option.DataOptions;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.LargestComponent;
import io.atp.io.json.Json;
import io.atp.io.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The graph a saved model is asked about: the one named, or the one it was trained on, of which
/// the run record tells.
final class TrainedOn {
  private static final String RECORD = "run.json";

  private TrainedOn() {}

  static GraphData read(Run run, Path model, String typed, DataOptions sources) throws IOException {
    if (typed != null) {
      return run.read(run.find(sources, typed));
    }
    Path file = model.resolve(RECORD);
    Require.that(
        Files.isRegularFile(file), "%s does not say what it was trained on: give DATA", model);
    if (Json.parse(TextFile.whole(file, "record"), file.toString()) instanceof Map<?, ?> record
        && record.get("input") instanceof Map<?, ?> input
        && input.get("path") instanceof String path) {
      GraphData whole = run.read(Path.of(path));
      boolean part =
          record.get("config") instanceof Map<?, ?> config
              && Boolean.TRUE.equals(config.get("largestComponent"));
      return part ? LargestComponent.of(whole, run.work()) : whole;
    }
    throw new IOException("%s does not say what it was trained on: give DATA".formatted(file));
  }
}
