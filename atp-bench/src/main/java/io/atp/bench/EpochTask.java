package io.atp.bench;

import io.atp.core.runtime.Workspace;
import io.atp.io.generate.GeneratorConfig;
import java.io.IOException;

/// One full-batch epoch of GCN and of GAT on a graph as large as ogbn-arxiv: ours and LibTorch's,
/// each in a JVM of its own, from the same weights. The losses of the first five epochs must be the
/// same. Sizes do not follow the options.
final class EpochTask {
  private static final int NODES = 169_343;
  private static final long EDGES = 1_157_000;
  private static final int WIDTH = 128;
  private static final int CLASSES = 40;

  /// Five steps of Adam apart.
  private static final double AGREEMENT = 1e-4;

  private final Run run;

  EpochTask(Run run) {
    this.run = run;
  }

  void run() throws IOException {
    try (Workspace scratch = run.work().scratch();
        BenchFolder folder = BenchFolder.create(run.options().sources(), run.options().threads())) {
      EpochData data =
          EpochData.write(GeneratorConfig.of(NODES, EDGES, WIDTH, CLASSES), folder, scratch);
      run.report().fact("arcs of an epoch", data.inputs().graph().arcCount());
      for (EpochModel model : EpochModel.values()) {
        compare(model, folder);
      }
    }
  }

  private void compare(EpochModel model, BenchFolder folder) {
    String task = "epoch of " + model;
    Peer.Answer ours =
        ChildJvm.run(
            "atp", OurEpoch.class, folder, folder.path(), model, run.trials(), folder.threads());
    switch (ours.outcome(EpochAnswer.TASK)) {
      case Outcome.Skipped(String who, String reason) ->
          run.report().add(Row.skipped(task, who, reason));
      case Outcome.Measured(String _, Timing timing, double _) -> {
        run.report().add(Row.ours(task, timing, EpochAnswer.memory(ours)));
        for (LibTorchEpoch.Way way : LibTorchEpoch.Way.of(model)) {
          peer(task, model, ours, timing, LibTorchEpoch.run(way, folder, run.trials()), way);
        }
      }
    }
  }

  private void peer(
      String task,
      EpochModel model,
      Peer.Answer ours,
      Timing timing,
      Peer.Answer theirs,
      LibTorchEpoch.Way way) {
    Outcome outcome = theirs.outcome(EpochAnswer.TASK);
    Row row =
        Row.peer(
            task,
            outcome,
            timing,
            model.target(),
            () -> Agreement.of(EpochAnswer.losses(ours), EpochAnswer.losses(theirs), AGREEMENT));
    run.report()
        .add(
            outcome instanceof Outcome.Measured
                ? row.noting(EpochAnswer.memory(theirs)).noting(way.words())
                : row);
  }
}
