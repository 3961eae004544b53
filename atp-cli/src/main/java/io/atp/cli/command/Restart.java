package io.atp.cli.command;

import io.atp.cli.Version;
import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.Features;
import io.atp.core.runtime.Workers;
import io.atp.io.checkpoint.Fingerprint;
import io.atp.io.checkpoint.PartFiles;
import io.atp.io.checkpoint.WorkFolder;
import io.atp.io.dataset.GraphData;
import io.atp.io.record.RunRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// The checkpoint of one command: finished parts wait in a hidden folder beside the output until
/// all of it is in place, so that the command can be stopped at any moment and goes on.
final class Restart implements AutoCloseable {
  /// From here on a stop costs more than keeping parts does.
  static final long LONG_ARCS = 1L << 29;

  private final WorkFolder folder;
  private final PartFiles parts;

  /// @param facts all that decides a byte of a part: settings, and checksums of the data
  Restart(Path out, Map<String, Object> facts, Workers workers) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>(facts);
    all.put("version", Version.number());
    this.folder = WorkFolder.open(out, all);
    this.parts = new PartFiles(folder, workers);
  }

  PartFiles parts() {
    return parts;
  }

  /// What an earlier run left and is of no use.
  String news() {
    return folder.news().orElse("to know the same work again");
  }

  /// Checksums of a graph and its features.
  static Map<String, Object> facts(GraphData data, boolean withFeatures, Workers workers) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("graph", Fingerprint.of(data.graph(), workers));
    if (withFeatures && data.features().isPresent()) {
      facts.put("features", fact(data.features().get(), workers));
    }
    return facts;
  }

  private static Object fact(Features features, Workers workers) {
    return features instanceof ComputedFeatures computed && !computed.recipe().isEmpty()
        ? new TreeMap<>(computed.recipe())
        : Fingerprint.of(features, workers);
  }

  /// The same failure, with what is left to go on from.
  IOException told(IOException failure) {
    return parts.holdsAny()
        ? new IOException(
            failure.getMessage()
                + "; finished parts are kept, and the same command goes on from them",
            failure)
        : failure;
  }

  IOException told(UncheckedIOException failure) {
    return told(failure.getCause());
  }

  void record(RunRecord record) {
    if (!parts.resumed().isEmpty()) {
      record.result("resumed", parts.resumed());
    }
    folder.news().ifPresent(news -> record.result("checkpoint", news));
  }

  /// Removes the parts: the output is in place.
  void done() throws IOException {
    folder.remove();
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
