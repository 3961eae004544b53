package io.atp.cli.command;

import io.atp.io.json.Json;
import io.atp.io.store.Sha256;
import io.atp.io.store.TemporaryFolder;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.FolderCheckpoints;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.tune.TrialFile;
import io.atp.learn.tune.TuneConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/// Where `atp train` leaves the state of its repeats, and `atp tune` the runs of its search, until
/// they are done: `RUN.checkpoints`, beside RUN.
final class CheckpointFolder {
  private CheckpointFolder() {}

  /// Checkpoints by repeat.
  ///
  /// @param name of the experiment: one command may run two
  static IntFunction<Checkpoints> of(
      Path out, String name, ExperimentConfig<?, ?> config, Learning.Task task, int every) {
    if (every == 0) {
      return _ -> Checkpoints.NONE;
    }
    Path root = root(out);
    String fingerprint = fingerprint(config, task);
    return repeat -> new FolderCheckpoints(root.resolve(name + "-" + repeat), fingerprint, every);
  }

  /// What a search has found out so far.
  static TrialFile trials(
      Path out, ExperimentConfig<?, ?> base, Learning.Task task, TuneConfig config)
      throws IOException {
    String search =
        "%s %s %s %d %d"
            .formatted(
                fingerprint(base, task),
                config.runs(),
                config.seconds(),
                config.repeats(),
                config.seed());
    return new TrialFile(root(out).resolve("trials"), Sha256.of(search));
  }

  private static Path root(Path out) {
    Path absolute = out.toAbsolutePath().normalize();
    return absolute.resolveSibling(absolute.getFileName() + ".checkpoints");
  }

  static void remove(Path out) throws IOException {
    if (Files.isDirectory(root(out))) {
      TemporaryFolder.delete(root(out));
    }
  }

  private static String fingerprint(ExperimentConfig<?, ?> config, Learning.Task task) {
    Map<String, Object> facts = new LinkedHashMap<>(Learning.settings(config));
    facts.remove("seeds"); // more repeats of the same go on from the ones there are
    facts.put("operator", config.plan().toMap());
    facts.put("seed", config.seed());
    facts.put("nodes", task.data().graph().nodeCount());
    facts.put("arcs", task.data().graph().arcCount());
    facts.put("features", task.data().features().width());
    task.data().labels().ifPresent(y -> facts.put("labels", Arrays.hashCode(y.values())));
    return Sha256.of(Json.write(facts));
  }
}
