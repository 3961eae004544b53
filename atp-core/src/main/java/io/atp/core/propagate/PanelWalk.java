package io.atp.core.propagate;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.PanelHop;
import io.atp.core.kernel.RowKernels;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// All hops of one panel of columns; the buffers serve one panel after the other.
final class PanelWalk {
  private final RowKernels kernels = Kernels.active();
  private final Features features;
  private final PropagationConfig config;
  private final MemoryPlan plan;
  private final List<MemorySegment> outputs;
  private final Workspace scratch;

  private final RowPlacement placement;
  private final RowChunks chunks;
  private final float[] enter; // X → Y: right_i
  private final float[] step; // (1−lazy)(1−restart) · left_i · right_i
  private final float[] leave; // Y → X: 1 / right_i
  private final MemorySegment even;
  private final MemorySegment odd;
  private final MemorySegment start;
  private final MemorySegment sum;

  PanelWalk(
      PropagationOperator operator,
      Features features,
      PropagationConfig config,
      MemoryPlan plan,
      List<MemorySegment> outputs,
      Workspace scratch) {
    this.features = features;
    this.config = config;
    this.plan = plan;
    this.outputs = outputs;
    this.scratch = scratch;
    this.placement = RowPlacement.of(operator.graph(), config.order(), scratch);
    this.chunks = RowChunks.of(placement.topology());
    int rows = operator.nodeCount();
    enter = new float[rows];
    step = new float[rows];
    leave = new float[rows];
    double moving = (1 - config.lazyShare()) * (1 - config.restartShare());
    for (int place = 0; place < rows; place++) {
      int node = placement.node(place);
      double right = operator.right()[node];
      enter[place] = (float) right;
      step[place] = (float) (moving * operator.left()[node] * right);
      leave[place] = (float) (1 / right);
    }
    long panelFloats = (long) rows * plan.panelWidth();
    even = scratch.allocateFloats(panelFloats);
    odd = scratch.allocateFloats(panelFloats);
    start = config.restartShare() > 0 ? scratch.allocateFloats(panelFloats) : even;
    sum = weights() != null ? scratch.allocateFloats(panelFloats) : null;
  }

  private double[] weights() {
    return config.combiner() instanceof HopCombiner.Weighted(double[] weights) ? weights : null;
  }

  /// Columns `[fromColumn, fromColumn + panelWidth)`, or as many as there are.
  void run(int fromColumn) {
    int columns = Math.min(plan.panelWidth(), features.width() - fromColumn);
    load(fromColumn, columns);
    MemorySegment in = even;
    MemorySegment out = odd;
    for (int hop = 1; hop <= config.hopCount(); hop++) {
      hop(hop, in, out, fromColumn, columns);
      MemorySegment swap = in;
      in = out;
      out = swap;
    }
    MemorySegment result = weights() != null ? sum : in;
    if (!(config.combiner() instanceof HopCombiner.All)) {
      boolean untouched = config.hopCount() == 0 && weights() == null;
      forEachChunk(
          (from, to) -> {
            if (untouched) {
              copyFeatures(from, to, fromColumn, columns, outputs.getFirst());
            } else {
              emit(result, from, to, fromColumn, columns, outputs.getFirst());
            }
          });
      release(outputs.getFirst());
    }
  }

  /// Y⁽⁰⁾ = diag(right) · X; columns past the last are zero. Hop 0 goes out as it came in, bit for
  /// bit.
  private void load(int fromColumn, int columns) {
    int width = plan.panelWidth();
    long rowBytes = (long) width * Float.BYTES;
    double[] weights = weights();
    forEachChunk(
        (from, to) -> {
          if (columns < width) {
            even.asSlice(from * rowBytes, (to - from) * rowBytes).fill((byte) 0);
          }
          for (int place = from; place < to; place++) {
            long at = place * rowBytes;
            features.copyRow(placement.node(place), fromColumn, columns, even, at);
            kernels.scaled(even, at, even, at, width, enter[place]);
          }
          long at = from * rowBytes;
          int length = (to - from) * width;
          if (start != even) {
            kernels.scaled(start, at, even, at, length, 1);
          }
          if (weights != null) {
            kernels.scaled(sum, at, even, at, length, (float) weights[0]);
          }
          if (config.combiner() instanceof HopCombiner.All) {
            copyFeatures(from, to, fromColumn, columns, outputs.getFirst());
          }
        });
    if (features instanceof DenseFeatures dense) {
      release(dense.data(), true);
    }
    if (config.combiner() instanceof HopCombiner.All) {
      release(outputs.getFirst());
    }
  }

  private void hop(int hop, MemorySegment in, MemorySegment out, int fromColumn, int columns) {
    CsrGraph topology = placement.topology();
    double staying = config.lazyShare() * (1 - config.restartShare());
    PanelHop panel =
        new PanelHop(
            topology.offsets(),
            topology.targets(),
            step,
            plan.panelWidth(),
            in,
            out,
            (float) staying,
            (float) config.restartShare(),
            start);
    double[] weights = weights();
    boolean keepsAll = config.combiner() instanceof HopCombiner.All;
    forEachChunk(
        (from, to) -> {
          kernels.hop(panel, from, to);
          // What follows reads the rows just written, still in the cache.
          if (weights != null) {
            long at = (long) from * plan.panelWidth() * Float.BYTES;
            int length = (to - from) * plan.panelWidth();
            kernels.addScaled(sum, at, out, at, length, (float) weights[hop]);
          }
          if (keepsAll) {
            emit(out, from, to, fromColumn, columns, outputs.get(hop));
          }
        });
    if (keepsAll) {
      release(outputs.get(hop));
    }
  }

  /// X_i = Y_i / right_i, into columns of the row-major output.
  private void emit(
      MemorySegment panel, int from, int to, int fromColumn, int columns, MemorySegment output) {
    long rowBytes = (long) plan.panelWidth() * Float.BYTES;
    for (int place = from; place < to; place++) {
      kernels.scaled(
          output, outputAt(place, fromColumn), panel, place * rowBytes, columns, leave[place]);
    }
  }

  private void copyFeatures(int from, int to, int fromColumn, int columns, MemorySegment output) {
    for (int place = from; place < to; place++) {
      features.copyRow(
          placement.node(place), fromColumn, columns, output, outputAt(place, fromColumn));
    }
  }

  private long outputAt(int place, int column) {
    return ((long) placement.node(place) * features.width() + column) * Float.BYTES;
  }

  private void forEachChunk(Workers.RangeBody body) {
    scratch
        .workers()
        .forEachChunk(chunks.count(), chunk -> body.run(chunks.from(chunk), chunks.to(chunk)));
  }

  private void release(MemorySegment output) {
    release(output, plan.releaseOutputs());
  }

  /// Hands the pages of a mapped file back; its contents stay, in the file.
  private static void release(MemorySegment segment, boolean wanted) {
    if (wanted && segment.isMapped()) {
      segment.unload();
    }
  }
}
