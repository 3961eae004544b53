package io.atp.bench;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;

/// One hop with r = ½: ours, SciPy, LibTorch and the plain C loop on the same operator and
/// features.
final class HopTask {
  private static final String TASK = "one hop";
  private static final int LONG_WALK = 10;

  private HopTask() {}

  static void run(
      PropagationOperator operator,
      DenseFeatures features,
      Bandwidth bandwidth,
      BenchFolder folder,
      int trials,
      Report report,
      Workspace work) {
    try (Workspace scratch = work.scratch()) {
      MemorySegment out = scratch.allocate(features.data().byteSize());
      Timing one = walk(operator, features, 1, out, trials, work);
      HopSample ours = HopSample.of(new DenseFeatures(features.rows(), features.width(), out));
      Timing ten = walk(operator, features, LONG_WALK, out, Math.min(trials, 3), work);
      report.add(Row.ours(TASK, one, share(operator, features, bandwidth, one.best())));
      double[] perHop = new double[ten.seconds().length];
      for (int i = 0; i < perHop.length; i++) {
        perHop[i] = ten.seconds()[i] / LONG_WALK;
      }
      Timing average = new Timing(perHop);
      report.add(
          Row.ours(
              "one hop of ten", average, share(operator, features, bandwidth, average.best())));

      peer(
          PythonPeer.SCIPY_HOP.run(folder, folder.path(), trials),
          "scipy",
          6,
          one,
          ours,
          folder,
          report);
      peer(LibTorchHop.hop(folder, trials), "libtorch", 4, one, ours, folder, report);
      peer(CLoop.hop(folder, trials), "c", Double.NaN, one, ours, folder, report);
    }
  }

  static Timing walk(
      PropagationOperator operator,
      DenseFeatures features,
      int hops,
      MemorySegment out,
      int trials,
      Workspace work) {
    PropagationConfig config = PropagationConfig.of(hops, new HopCombiner.Last());
    return Timing.of(
        2, trials, () -> Propagator.propagate(operator, features, config, _ -> out, work));
  }

  private static void peer(
      Peer.Answer answer,
      String file,
      double target,
      Timing ours,
      HopSample sample,
      BenchFolder folder,
      Report report) {
    Outcome outcome = answer.outcome("hop");
    Agreement.Check check =
        () -> sample.with(folder.file(file + "-hop.bin"), ((Outcome.Measured) outcome).checksum());
    report.add(Row.peer(TASK, outcome, ours, target, check));
  }

  /// Bytes gathered, a feature row per arc and per self-loop, against what memory gives.
  private static String share(
      PropagationOperator operator, DenseFeatures features, Bandwidth bandwidth, double seconds) {
    double gathered =
        (operator.graph().arcCount() + (double) features.rows()) * features.width() * Float.BYTES;
    double rate = gathered / seconds;
    return "%.1f GB/s gathered, %.0f %% of STREAM (target 50 %%)"
        .formatted(rate * 1e-9, 100 * rate / bandwidth.best());
  }
}
