package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.propagate.HopVisitor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Carries out a [Schedule] on panels: each row of a hop is added to, or becomes, the row of a
/// result while it is still in the cache.
///
/// A list builds on itself, entry e from entry e − 1, so no state is held beside the results.
final class ScheduledRows implements HopVisitor {
  private final RowKernels kernels = Kernels.active();
  private final Schedule schedule;
  private final double[] right; // Y → X is a division by this
  private final List<MemorySegment> outputs;
  private final int width;

  ScheduledRows(Schedule schedule, double[] right, List<DenseFeatures> outputs) {
    this.schedule = schedule;
    this.right = right;
    this.outputs = outputs.stream().map(DenseFeatures::data).toList();
    this.width = outputs.getFirst().width();
  }

  @Override
  public void visit(
      int hop, MemorySegment panel, int panelWidth, int from, int to, int fromColumn, int columns) {
    for (int node = from; node < to; node++) {
      long at = (long) node * panelWidth * Float.BYTES;
      long outAt = ((long) node * width + fromColumn) * Float.BYTES;
      if (schedule.weights() == null) {
        state(hop, node, panel, at, outAt, columns);
      } else {
        term(hop, node, panel, at, outAt, columns);
      }
    }
  }

  private void state(int hop, int node, MemorySegment panel, long at, long outAt, int columns) {
    boolean takes = schedule.takes(node, hop);
    if (!schedule.list()) {
      if (takes) {
        kernels.scaled(outputs.getFirst(), outAt, panel, at, columns, leave(node));
      }
      return;
    }
    if (hop % schedule.stride() != 0) {
      return;
    }
    int entry = hop / schedule.stride();
    if (takes) {
      kernels.scaled(outputs.get(entry), outAt, panel, at, columns, leave(node));
    } else {
      copy(entry, outAt, columns);
    }
  }

  private void term(int hop, int node, MemorySegment panel, long at, long outAt, int columns) {
    MemorySegment output = outputs.get(schedule.list() ? hop : 0);
    boolean takes = schedule.takes(node, hop);
    float weight = (float) (schedule.weights()[hop] * schedule.factor(node) / right[node]);
    if (hop == 0) {
      kernels.scaled(output, outAt, panel, at, columns, weight);
      return;
    }
    if (schedule.list()) {
      copy(hop, outAt, columns);
    }
    if (takes) {
      kernels.addScaled(output, outAt, panel, at, columns, weight);
    }
  }

  private float leave(int node) {
    return (float) (1 / right[node]);
  }

  private void copy(int entry, long at, int columns) {
    MemorySegment.copy(
        outputs.get(entry - 1), at, outputs.get(entry), at, (long) columns * Float.BYTES);
  }
}
