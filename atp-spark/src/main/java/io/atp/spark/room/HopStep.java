package io.atp.spark.room;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.PanelHop;
import io.atp.core.kernel.RowKernels;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Workspace;
import io.atp.spark.block.BlockGraph.News;
import io.atp.spark.block.GraphBlock;
import io.atp.spark.room.BlockPropagation.Walk;
import io.atp.spark.table.NodeBlock;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// One hop of one partition: rows and ghosts go into a panel off the heap, through the kernel, and
/// back.
///
/// @param columns how many travel
/// @param weights of the hops, or null where they are not summed
record HopStep(int columns, double lazyShare, double restartShare, double[] weights)
    implements Serializable {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  static HopStep of(PropagationConfig config, int columns) {
    double[] weights = config.combiner() instanceof HopCombiner.Weighted(double[] w) ? w : null;
    return new HopStep(columns, config.lazyShare(), config.restartShare(), weights);
  }

  /// Y⁽⁰⁾ = diag(right) · X.
  Walk load(NodeBlock nodes, OperatorFactors factors, int fromColumn) {
    float[] now = new float[Math.multiplyExact(nodes.rows(), columns)];
    for (int row = 0; row < nodes.rows(); row++) {
      float enter = (float) factors.right()[row];
      int from = row * nodes.width() + fromColumn;
      for (int c = 0; c < columns; c++) {
        now[row * columns + c] = nodes.features()[from + c] * enter;
      }
    }
    float[] sum = null;
    if (weights != null) {
      sum = new float[now.length];
      float weight = (float) weights[0];
      for (int i = 0; i < sum.length; i++) {
        sum[i] = now[i] * weight;
      }
    }
    return new Walk(now, sum, restartShare > 0 ? now : null);
  }

  void pack(Walk walk, int[] rows, ByteBuffer into) {
    var floats = into.asFloatBuffer();
    for (int row : rows) {
      floats.put(walk.now(), row * columns, columns);
    }
  }

  Walk apply(GraphBlock block, Walk walk, OperatorFactors factors, Iterator<News> news, int hop) {
    List<News> ghosts = new ArrayList<>();
    news.forEachRemaining(ghosts::add);
    float[] next = new float[walk.now().length];
    try (Workspace work = Workspace.open(1)) {
      var panels = new Panels(block, factors, work);
      for (int from = 0; from < columns; from += panels.width) {
        panels.run(walk, ghosts, from, Math.min(panels.width, columns - from), next);
      }
    }
    float[] sum = walk.sum() == null ? null : walk.sum().clone();
    if (sum != null) {
      float weight = (float) weights[hop];
      for (int i = 0; i < sum.length; i++) {
        sum[i] += next[i] * weight;
      }
    }
    return new Walk(next, sum, walk.start());
  }

  /// X_i = Y_i / right_i of one row, from the walk or from its sum.
  void emit(Walk walk, OperatorFactors factors, int row, float[] into, int at) {
    float[] from = walk.sum() != null ? walk.sum() : walk.now();
    float leave = (float) (1 / factors.right()[row]);
    for (int c = 0; c < columns; c++) {
      into[at + c] = from[row * columns + c] * leave;
    }
  }

  /// The memory of a partition's hop, used for one panel of columns after the other.
  private final class Panels {
    private final RowKernels kernels = Kernels.active();
    private final GraphBlock block;
    private final MemorySegment offsets;
    private final MemorySegment targets;
    private final float[] step;
    private final float kept;
    private final MemorySegment in;
    private final MemorySegment out;
    private final MemorySegment start;
    private final int width;

    Panels(GraphBlock block, OperatorFactors factors, Workspace work) {
      this.block = block;
      var graph = block.localGraph(false, work);
      this.offsets = graph.offsets();
      this.targets = graph.targets();
      PropagationConfig config =
          PropagationConfig.of(1, new HopCombiner.Last())
              .withLazyShare(lazyShare)
              .withRestartShare(restartShare);
      this.kept = config.keptShare();
      this.step = new float[block.localCount()]; // those of ghosts are not read
      for (int row = 0; row < block.rows(); row++) {
        step[row] = config.stepFactor(factors.left()[row], factors.right()[row]);
      }
      int widest = kernels.widestPanel();
      while (widest > kernels.widestPanel() / 4 && widest / 2 >= columns) {
        widest /= 2;
      }
      this.width = widest;
      this.in = work.allocateFloats((long) block.localCount() * width);
      this.out = work.allocateFloats((long) block.rows() * width);
      this.start = restartShare > 0 ? work.allocateFloats((long) block.localCount() * width) : in;
    }

    void run(Walk walk, List<News> ghosts, int fromColumn, int count, float[] next) {
      if (count < width) {
        in.fill((byte) 0);
      }
      long rowBytes = (long) width * Float.BYTES;
      for (int row = 0; row < block.rows(); row++) {
        int from = row * columns + fromColumn;
        MemorySegment.copy(walk.now(), from, in, FLOAT, row * rowBytes, count);
        if (start != in) {
          MemorySegment.copy(walk.start(), from, start, FLOAT, row * rowBytes, count);
        }
      }
      for (News item : ghosts) {
        MemorySegment bytes = MemorySegment.ofArray(item.bytes().array());
        for (int i = 0; i < item.count(); i++) {
          MemorySegment.copy(
              bytes,
              ((long) i * columns + fromColumn) * Float.BYTES,
              in,
              (item.firstLocal() + i) * rowBytes,
              (long) count * Float.BYTES);
        }
      }
      PanelHop panel =
          new PanelHop(
              offsets, targets, step, width, in, out, 0, kept, (float) restartShare, start);
      kernels.hop(panel, 0, block.rows());
      for (int row = 0; row < block.rows(); row++) {
        MemorySegment.copy(out, FLOAT, row * rowBytes, next, row * columns + fromColumn, count);
      }
    }
  }
}
