package io.atp.bench;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.PropagationConfig.RowOrder;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// One hop with r = ½: ours, SciPy, LibTorch and the plain C loop on the same operator and
/// features.
///
/// "One hop" is a whole call of the propagation room, from row-major features to a row-major
/// result; "one hop of ten" is a tenth of a walk of ten, where that way in and out is shared. The
/// targets are for a hop of a walk. The peers have no way in and out and stand beside both.
final class HopTask {
  private static final String TASK = "one hop";
  private static final String OF_TEN = "one hop of ten";
  private static final int LONG_WALK = 10;

  private final Run run;
  private final PropagationOperator operator;
  private final DenseFeatures features;
  private final Bandwidth bandwidth;

  HopTask(Run run, PropagationOperator operator, DenseFeatures features, Bandwidth bandwidth) {
    this.run = run;
    this.operator = operator;
    this.features = features;
    this.bandwidth = bandwidth;
  }

  void run() {
    try (Workspace scratch = run.work().scratch()) {
      MemorySegment out = scratch.allocate(features.data().byteSize());
      Timing one = walk(operator, features, 1, out, run.trials(), scratch);
      HopSample sample = HopSample.of(new DenseFeatures(features.rows(), features.width(), out));
      Timing asGiven = ofTen(RowOrder.AS_GIVEN, out, scratch);
      Timing ofTen = ofTen(RowOrder.AUTO, out, scratch);
      run.report().add(Row.ours(TASK, one, bandwidthShare(one)));
      run.report().add(Row.ours(OF_TEN + ", rows as given", asGiven, bandwidthShare(asGiven)));
      String order = ", %.2f× as given, finding the order included";
      String note = bandwidthShare(ofTen) + order.formatted(asGiven.best() / ofTen.best());
      run.report().add(Row.ours(OF_TEN, ofTen, note));
      BenchFolder folder = run.folder();
      peer(
          PythonPeer.SCIPY_HOP.run(folder, folder.path(), run.trials()),
          "scipy",
          6,
          one,
          ofTen,
          sample);
      peer(LibTorchHop.hop(folder, run.trials()), "libtorch", 4, one, ofTen, sample);
      peer(CLoop.hop(folder, run.trials()), "c", Double.NaN, one, ofTen, sample);
    }
  }

  /// A tenth of a walk of ten.
  private Timing ofTen(RowOrder order, MemorySegment out, Workspace work) {
    PropagationConfig config =
        PropagationConfig.of(LONG_WALK, new HopCombiner.Last()).withOrder(order);
    Timing ten = walk(operator, features, config, out, run.trials(), work);
    return new Timing(Arrays.stream(ten.seconds()).map(s -> s / LONG_WALK).toArray());
  }

  static Timing walk(
      PropagationOperator operator,
      DenseFeatures features,
      int hops,
      MemorySegment out,
      int trials,
      Workspace work) {
    PropagationConfig config = PropagationConfig.of(hops, new HopCombiner.Last());
    return walk(operator, features, config, out, trials, work);
  }

  private static Timing walk(
      PropagationOperator operator,
      DenseFeatures features,
      PropagationConfig config,
      MemorySegment out,
      int trials,
      Workspace work) {
    return Timing.of(
        2, trials, () -> Propagator.propagate(operator, features, config, _ -> out, work));
  }

  private void peer(
      Peer.Answer answer, String file, double target, Timing one, Timing ofTen, HopSample sample) {
    Outcome outcome = answer.outcome("hop");
    Agreement.Check check =
        () ->
            sample.with(
                run.folder().file(file + "-hop.bin"), ((Outcome.Measured) outcome).checksum());
    run.report().add(Row.peer(TASK, outcome, one, run.target(Double.NaN), check));
    run.report().add(Row.peer(OF_TEN, outcome, ofTen, run.target(target), check));
  }

  /// Bytes gathered, a feature row per arc and per self-loop, against what memory gives.
  private String bandwidthShare(Timing timing) {
    double gathered =
        (operator.graph().arcCount() + (double) features.rows()) * features.width() * Float.BYTES;
    double rate = gathered / timing.best();
    return "%.1f GB/s gathered, %.0f %% of STREAM copy, %.0f %% of triad"
        .formatted(
            rate * 1e-9,
            100 * rate / bandwidth.copyBytesPerSecond(),
            100 * rate / bandwidth.triadBytesPerSecond());
  }
}
