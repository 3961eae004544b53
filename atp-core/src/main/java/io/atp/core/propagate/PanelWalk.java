package io.atp.core.propagate;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.RowChunks;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.PanelHop;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.SingleHop;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig.RowOrder;
import io.atp.core.runtime.NativeView;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// All hops of one panel of columns; the buffers serve one panel after the other.
final class PanelWalk {
  private final RowKernels kernels = Kernels.active();
  private final Features features;
  private final PropagationConfig config;
  private final MemoryPlan plan;
  private final List<MemorySegment> outputs;
  private final List<MemorySegment> destinations; // the outputs, as the loops want them
  private final MemorySegment rows; // dense features, as the loops want them
  private final Workspace scratch;
  private final boolean keepsAll;
  private final double[] weights; // null unless hops are summed
  private final HopVisitor visitor; // null unless someone else keeps what is kept
  private final boolean single; // one hop, and nothing but it, from features in memory

  private final RowPlacement placement;
  private final RowChunks chunks;
  private final MemorySegment offsets;
  private final MemorySegment targets;
  private final HopFactors factors;
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
      HopVisitor visitor,
      Workspace scratch) {
    this.features = features;
    this.visitor = visitor;
    this.config = config;
    this.plan = plan;
    this.outputs = outputs;
    this.destinations =
        outputs.stream().map(output -> NativeView.of(output, scratch.arena())).toList();
    this.rows =
        features instanceof DenseFeatures dense
            ? NativeView.of(dense.data(), scratch.arena())
            : null;
    this.scratch = scratch;
    this.keepsAll = config.combiner() instanceof HopCombiner.All;
    this.weights = config.combiner() instanceof HopCombiner.Weighted(double[] w) ? w : null;
    // Rows in another order could not be released from a file as they are done.
    boolean mapped = outputs.stream().anyMatch(MemorySegment::isMapped);
    RowOrder order = OrderChoice.settle(operator.graph(), features, config);
    this.placement =
        RowPlacement.of(
            operator.graph(),
            mapped && order == RowOrder.AUTO ? RowOrder.AS_GIVEN : order,
            plan.panelWidth(),
            scratch);
    this.chunks = RowChunks.of(placement.topology());
    this.offsets = NativeView.of(placement.topology().offsets(), scratch.arena());
    this.targets = NativeView.of(placement.topology().targets(), scratch.arena());
    this.single =
        config.hopCount() == 1
            && config.keptShare() == 0
            && config.restartShare() == 0
            && weights == null
            && visitor == null
            && placement.asGiven()
            && features instanceof DenseFeatures dense
            && !dense.data().isMapped();
    int rowCount = operator.nodeCount();
    factors = HopFactors.of(operator, config).placed(placement);
    long panelFloats = (long) rowCount * plan.panelWidth();
    even = scratch.allocateFloats(panelFloats);
    odd = scratch.allocateFloats(panelFloats);
    start = config.restartShare() > 0 ? scratch.allocateFloats(panelFloats) : even;
    sum = weights != null ? scratch.allocateFloats(panelFloats) : null;
  }

  /// Columns `[fromColumn, fromColumn + panelWidth)`, or as many as there are.
  void run(int fromColumn) {
    int columns = Math.min(plan.panelWidth(), features.width() - fromColumn);
    if (single && columns == kernels.widestPanel()) {
      singleHop(fromColumn, columns);
      return;
    }
    load(fromColumn, columns);
    MemorySegment in = even;
    MemorySegment out = odd;
    for (int hop = 1; hop <= config.hopCount(); hop++) {
      if (hop < config.hopCount() || visitor != null) {
        hop(hop, in, out, fromColumn, columns);
      } else {
        lastHop(in, fromColumn, columns);
      }
      MemorySegment swap = in;
      in = out;
      out = swap;
    }
  }

  /// Y⁽⁰⁾ = diag(right) · X; columns past the last are zero. Hop 0 goes out as it came in, bit for
  /// bit.
  private void load(int fromColumn, int columns) {
    int width = plan.panelWidth();
    long rowBytes = (long) width * Float.BYTES;
    boolean emits = keepsAll || config.hopCount() == 0 && weights == null && visitor == null;
    forEachChunk(
        (from, to) -> {
          if (columns < width) {
            even.asSlice(from * rowBytes, (to - from) * rowBytes).fill((byte) 0);
          }
          for (int place = from; place < to; place++) {
            loadRow(place, fromColumn, columns, place * rowBytes);
          }
          long at = from * rowBytes;
          int length = (to - from) * width;
          if (start != even) {
            kernels.scaled(start, at, even, at, length, 1);
          }
          if (weights != null) {
            kernels.scaled(sum, at, even, at, length, (float) weights[0]);
            if (config.hopCount() == 0) {
              emit(sum, 0, from, to, fromColumn, columns, destinations.getFirst());
            }
          }
          if (emits) {
            copyFeatures(from, to, fromColumn, columns, destinations.getFirst());
          }
          if (visitor != null) {
            visitor.visit(0, even, width, from, to, fromColumn, columns);
          }
        },
        (from, to) -> {
          if (emits) {
            releaseOutput(0, from, to);
          }
          if (features instanceof DenseFeatures dense) {
            release(dense.data(), from, to);
          }
        });
  }

  private void loadRow(int place, int fromColumn, int columns, long at) {
    int node = placement.node(place);
    if (features instanceof DenseFeatures dense) {
      kernels.scaled(even, at, rows, dense.at(node, fromColumn), columns, factors.enter()[place]);
    } else {
      features.copyRow(node, fromColumn, columns, even, at);
      kernels.scaled(even, at, even, at, columns, factors.enter()[place]);
    }
  }

  private void hop(int hop, MemorySegment in, MemorySegment out, int fromColumn, int columns) {
    PanelHop panel = panel(in, out, 0);
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
            emit(out, 0, from, to, fromColumn, columns, destinations.get(hop));
          }
          if (visitor != null) {
            visitor.visit(hop, out, plan.panelWidth(), from, to, fromColumn, columns);
          }
        },
        (from, to) -> {
          if (keepsAll) {
            releaseOutput(hop, from, to);
          }
        });
  }

  /// Nobody reads the panel after the last hop: a chunk's rows go through a small buffer that stays
  /// in the cache, and from there to the output.
  private void lastHop(MemorySegment in, int fromColumn, int columns) {
    MemorySegment output = destinations.getLast();
    long rowBytes = (long) plan.panelWidth() * Float.BYTES;
    Queue<MemorySegment> idle = new ConcurrentLinkedQueue<>();
    forEachChunk(
        (from, to) -> {
          MemorySegment pooled = idle.poll();
          MemorySegment staged =
              pooled != null ? pooled : scratch.allocate(chunks.mostRows() * rowBytes);
          kernels.hop(panel(in, staged, from), from, to);
          if (weights != null) {
            long at = from * rowBytes;
            int length = (to - from) * plan.panelWidth();
            kernels.addScaled(sum, at, staged, 0, length, (float) weights[config.hopCount()]);
            emit(sum, 0, from, to, fromColumn, columns, output);
          } else {
            emit(staged, from, from, to, fromColumn, columns, output);
          }
          idle.add(staged);
        },
        (from, to) -> releaseOutput(outputs.size() - 1, from, to));
  }

  /// A walk of one hop, over the features where they lie: to load a panel would cost a fifth of it.
  private void singleHop(int fromColumn, int columns) {
    var hop =
        new SingleHop(
            offsets,
            targets,
            factors.enter(),
            factors.step(),
            factors.leave(),
            new RowSource(rows, features.rows(), features.width(), fromColumn, columns),
            destinations.getLast());
    forEachChunk(
        (from, to) -> {
          kernels.singleHop(hop, from, to);
          if (keepsAll) {
            copyFeatures(from, to, fromColumn, columns, destinations.getFirst());
          }
        },
        (from, to) -> {
          for (int i = 0; i < outputs.size(); i++) {
            releaseOutput(i, from, to);
          }
        });
  }

  private PanelHop panel(MemorySegment in, MemorySegment out, int outFromRow) {
    return new PanelHop(
        offsets,
        targets,
        factors.step(),
        plan.panelWidth(),
        in,
        out,
        outFromRow,
        config.keptShare(),
        (float) config.restartShare(),
        start);
  }

  /// X_i = Y_i / right_i, from a panel that begins at row `panelFromRow` into columns of the
  /// row-major output.
  private void emit(
      MemorySegment panel,
      int panelFromRow,
      int from,
      int to,
      int fromColumn,
      int columns,
      MemorySegment output) {
    long rowBytes = (long) plan.panelWidth() * Float.BYTES;
    for (int place = from; place < to; place++) {
      kernels.scaled(
          output,
          outputAt(place, fromColumn),
          panel,
          (place - panelFromRow) * rowBytes,
          columns,
          factors.leave()[place]);
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

  private void forEachChunk(Workers.RangeBody body, Workers.RangeBody release) {
    var windows =
        ReleaseWindows.of(chunks, (long) features.rows() * features.width() * Float.BYTES);
    scratch
        .workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              body.run(chunks.from(chunk), chunks.to(chunk));
              windows.after(chunk, release);
            });
  }

  private void releaseOutput(int index, int from, int to) {
    if (plan.releaseOutputs()) {
      release(outputs.get(index), from, to);
    }
  }

  /// Hands the pages of rows `[from, to)` of a mapped file back; its contents stay, in the file.
  /// Rows in another order lie all over the file and stay until they are pushed out.
  private void release(MemorySegment file, int from, int to) {
    if (file.isMapped() && placement.asGiven()) {
      long rowBytes = (long) features.width() * Float.BYTES;
      file.asSlice(from * rowBytes, (to - from) * rowBytes).unload();
    }
  }
}
