package io.atp.core.kernel;

import static io.atp.core.kernel.RowKernels.ARCS_PER_PARTIAL_SUM;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// [RowKernels#hop] on vectors, one, two or four of them side by side.
///
/// What bounds it is how many cache misses are in flight, and that is decided by how few
/// instructions stand between two loads. So the sums of a row stay in registers for its whole
/// neighbour list, the inner loop does nothing but load and add, and it is written out for each
/// number of vectors: a loop over an array of vectors would put them into memory. Four vectors of
/// 64 bytes, 64 columns a panel, measured best.
///
/// A row longer than [RowKernels#ARCS_PER_PARTIAL_SUM] goes to the `hub` edition of the same loop,
/// which folds partial sums with Kahan's compensation.
final class VectorHop {
  private static final VectorSpecies<Float> LANES = VectorKernels.LANES;
  private static final long LANE_BYTES = LANES.vectorByteSize();
  // log₂ of the bytes of a panel row: constants, so that the address of a row is one shift.
  private static final int ONE = Long.numberOfTrailingZeros(LANE_BYTES);
  private static final int TWO = ONE + 1;
  private static final int FOUR = ONE + 2;
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  // Unaligned by type although aligned in fact: spares a test per arc.
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private VectorHop() {}

  /// The width decides the number of vectors: a panel is one, two or four of them wide.
  static void run(PanelHop panel, int fromRow, int toRow) {
    Objects.checkFromToIndex(fromRow, toRow, panel.factors().length);
    Objects.checkFromToIndex(
        (fromRow - panel.outFromRow()) * panel.rowBytes(),
        (toRow - panel.outFromRow()) * panel.rowBytes(),
        panel.out().byteSize());
    int vectors = panel.width() / LANES.length();
    switch (vectors) {
      case 1 -> rowsOfOne(panel, fromRow, toRow);
      case 2 -> rowsOfTwo(panel, fromRow, toRow);
      case 4 -> rowsOfFour(panel, fromRow, toRow);
      default ->
          throw new IllegalArgumentException(
              "a panel of %d columns is not 1, 2 or 4 vectors of %d wide"
                  .formatted(panel.width(), LANES.length()));
    }
  }

  private static void rowsOfOne(PanelHop panel, int fromRow, int toRow) {
    MemorySegment in = panel.in();
    MemorySegment targets = panel.targets();
    int rows = panel.factors().length;
    long first = panel.listStart(fromRow);
    for (int row = fromRow; row < toRow; row++) {
      long end = panel.listStart(row + 1);
      int degree = (int) (end - first);
      if (degree <= ARCS_PER_PARTIAL_SUM) {
        long own = (long) row << ONE;
        FloatVector sum0 = load(in, own);
        long arcAt = first * Integer.BYTES;
        for (int k = 0; k < degree; k++) {
          long at =
              (long) Objects.checkIndex(targets.get(INT, arcAt + (long) k * Integer.BYTES), rows)
                  << ONE;
          sum0 = sum0.add(load(in, at));
        }
        finish(panel, row, own, sum0);
      } else {
        hubOfOne(panel, row, first, degree);
      }
      first = end;
    }
  }

  private static void hubOfOne(PanelHop panel, int row, long first, int degree) {
    MemorySegment in = panel.in();
    MemorySegment targets = panel.targets();
    int rows = panel.factors().length;
    long own = (long) row << ONE;
    FloatVector sum0 = load(in, own);
    FloatVector lost0 = FloatVector.zero(LANES);
    for (int from = 0; from < degree; from += ARCS_PER_PARTIAL_SUM) {
      int count = Math.min(degree - from, ARCS_PER_PARTIAL_SUM);
      long arcAt = panel.targetsAt(first + from, count);
      FloatVector part0 = FloatVector.zero(LANES);
      for (int k = 0; k < count; k++) {
        long at =
            (long) Objects.checkIndex(targets.get(INT, arcAt + (long) k * Integer.BYTES), rows)
                << ONE;
        part0 = part0.add(load(in, at));
      }
      FloatVector term0 = part0.sub(lost0);
      FloatVector next0 = sum0.add(term0);
      lost0 = next0.sub(sum0).sub(term0);
      sum0 = next0;
    }
    finish(panel, row, own, sum0);
  }

  private static void rowsOfTwo(PanelHop panel, int fromRow, int toRow) {
    MemorySegment in = panel.in();
    MemorySegment targets = panel.targets();
    int rows = panel.factors().length;
    long first = panel.listStart(fromRow);
    for (int row = fromRow; row < toRow; row++) {
      long end = panel.listStart(row + 1);
      int degree = (int) (end - first);
      if (degree <= ARCS_PER_PARTIAL_SUM) {
        long own = (long) row << TWO;
        FloatVector sum0 = load(in, own);
        FloatVector sum1 = load(in, own + LANE_BYTES);
        long arcAt = first * Integer.BYTES;
        for (int k = 0; k < degree; k++) {
          long at =
              (long) Objects.checkIndex(targets.get(INT, arcAt + (long) k * Integer.BYTES), rows)
                  << TWO;
          sum0 = sum0.add(load(in, at));
          sum1 = sum1.add(load(in, at + LANE_BYTES));
        }
        finish(panel, row, own, sum0);
        finish(panel, row, own + LANE_BYTES, sum1);
      } else {
        hubOfTwo(panel, row, first, degree);
      }
      first = end;
    }
  }

  private static void hubOfTwo(PanelHop panel, int row, long first, int degree) {
    MemorySegment in = panel.in();
    MemorySegment targets = panel.targets();
    int rows = panel.factors().length;
    long own = (long) row << TWO;
    FloatVector sum0 = load(in, own);
    FloatVector sum1 = load(in, own + LANE_BYTES);
    FloatVector lost0 = FloatVector.zero(LANES);
    FloatVector lost1 = lost0;
    for (int from = 0; from < degree; from += ARCS_PER_PARTIAL_SUM) {
      int count = Math.min(degree - from, ARCS_PER_PARTIAL_SUM);
      long arcAt = panel.targetsAt(first + from, count);
      FloatVector part0 = FloatVector.zero(LANES);
      FloatVector part1 = part0;
      for (int k = 0; k < count; k++) {
        long at =
            (long) Objects.checkIndex(targets.get(INT, arcAt + (long) k * Integer.BYTES), rows)
                << TWO;
        part0 = part0.add(load(in, at));
        part1 = part1.add(load(in, at + LANE_BYTES));
      }
      FloatVector term0 = part0.sub(lost0);
      FloatVector next0 = sum0.add(term0);
      lost0 = next0.sub(sum0).sub(term0);
      sum0 = next0;
      FloatVector term1 = part1.sub(lost1);
      FloatVector next1 = sum1.add(term1);
      lost1 = next1.sub(sum1).sub(term1);
      sum1 = next1;
    }
    finish(panel, row, own, sum0);
    finish(panel, row, own + LANE_BYTES, sum1);
  }

  private static void rowsOfFour(PanelHop panel, int fromRow, int toRow) {
    MemorySegment in = panel.in();
    MemorySegment targets = panel.targets();
    int rows = panel.factors().length;
    long first = panel.listStart(fromRow);
    for (int row = fromRow; row < toRow; row++) {
      long end = panel.listStart(row + 1);
      int degree = (int) (end - first);
      if (degree <= ARCS_PER_PARTIAL_SUM) {
        long own = (long) row << FOUR;
        FloatVector sum0 = load(in, own);
        FloatVector sum1 = load(in, own + LANE_BYTES);
        FloatVector sum2 = load(in, own + 2 * LANE_BYTES);
        FloatVector sum3 = load(in, own + 3 * LANE_BYTES);
        long arcAt = first * Integer.BYTES;
        for (int k = 0; k < degree; k++) {
          long at =
              (long) Objects.checkIndex(targets.get(INT, arcAt + (long) k * Integer.BYTES), rows)
                  << FOUR;
          sum0 = sum0.add(load(in, at));
          sum1 = sum1.add(load(in, at + LANE_BYTES));
          sum2 = sum2.add(load(in, at + 2 * LANE_BYTES));
          sum3 = sum3.add(load(in, at + 3 * LANE_BYTES));
        }
        finish(panel, row, own, sum0);
        finish(panel, row, own + LANE_BYTES, sum1);
        finish(panel, row, own + 2 * LANE_BYTES, sum2);
        finish(panel, row, own + 3 * LANE_BYTES, sum3);
      } else {
        hubOfFour(panel, row, first, degree);
      }
      first = end;
    }
  }

  private static void hubOfFour(PanelHop panel, int row, long first, int degree) {
    MemorySegment in = panel.in();
    MemorySegment targets = panel.targets();
    int rows = panel.factors().length;
    long own = (long) row << FOUR;
    FloatVector sum0 = load(in, own);
    FloatVector sum1 = load(in, own + LANE_BYTES);
    FloatVector sum2 = load(in, own + 2 * LANE_BYTES);
    FloatVector sum3 = load(in, own + 3 * LANE_BYTES);
    FloatVector lost0 = FloatVector.zero(LANES);
    FloatVector lost1 = lost0;
    FloatVector lost2 = lost0;
    FloatVector lost3 = lost0;
    for (int from = 0; from < degree; from += ARCS_PER_PARTIAL_SUM) {
      int count = Math.min(degree - from, ARCS_PER_PARTIAL_SUM);
      long arcAt = panel.targetsAt(first + from, count);
      FloatVector part0 = FloatVector.zero(LANES);
      FloatVector part1 = part0;
      FloatVector part2 = part0;
      FloatVector part3 = part0;
      for (int k = 0; k < count; k++) {
        long at =
            (long) Objects.checkIndex(targets.get(INT, arcAt + (long) k * Integer.BYTES), rows)
                << FOUR;
        part0 = part0.add(load(in, at));
        part1 = part1.add(load(in, at + LANE_BYTES));
        part2 = part2.add(load(in, at + 2 * LANE_BYTES));
        part3 = part3.add(load(in, at + 3 * LANE_BYTES));
      }
      FloatVector term0 = part0.sub(lost0);
      FloatVector next0 = sum0.add(term0);
      lost0 = next0.sub(sum0).sub(term0);
      sum0 = next0;
      FloatVector term1 = part1.sub(lost1);
      FloatVector next1 = sum1.add(term1);
      lost1 = next1.sub(sum1).sub(term1);
      sum1 = next1;
      FloatVector term2 = part2.sub(lost2);
      FloatVector next2 = sum2.add(term2);
      lost2 = next2.sub(sum2).sub(term2);
      sum2 = next2;
      FloatVector term3 = part3.sub(lost3);
      FloatVector next3 = sum3.add(term3);
      lost3 = next3.sub(sum3).sub(term3);
      sum3 = next3;
    }
    finish(panel, row, own, sum0);
    finish(panel, row, own + LANE_BYTES, sum1);
    finish(panel, row, own + 2 * LANE_BYTES, sum2);
    finish(panel, row, own + 3 * LANE_BYTES, sum3);
  }

  private static void finish(PanelHop panel, int row, long at, FloatVector sum) {
    FloatVector value = sum.mul(panel.factors()[row]);
    if (!panel.plain()) {
      value = value.add(load(panel.in(), at).mul(panel.keep()));
      value = value.add(load(panel.start(), at).mul(panel.restart()));
    }
    value.intoMemorySegment(panel.out(), at - panel.outFromRow() * panel.rowBytes(), ORDER);
  }

  private static FloatVector load(MemorySegment segment, long at) {
    return FloatVector.fromMemorySegment(LANES, segment, at, ORDER);
  }
}
