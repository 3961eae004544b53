package io.atp.core.kernel;

import static io.atp.core.kernel.RowKernels.ARCS_PER_PARTIAL_SUM;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.S2I;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// [RowKernels#hop] on panels of bfloat16: half the bytes per arc and per row, sums in float32.
///
/// A gathered row is widened in registers, two instructions a vector, and rounded once, when its
/// sum is stored. Two vectors are summed side by side (32 columns of 512-bit lanes fill a cache
/// line), wider panels two by two, a panel of one vector alone.
final class VectorHalfHop {
  private static final VectorSpecies<Float> LANES = VectorKernels.LANES;
  private static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, LANES.vectorShape());
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(LANES.vectorBitSize() / 2));
  private static final int LANE_COUNT = LANES.length();
  private static final long HALF_BYTES = 2L * LANE_COUNT;
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private VectorHalfHop() {}

  static void run(PanelHop panel, int fromRow, int toRow) {
    Objects.checkFromToIndex(fromRow, toRow, panel.factors().length);
    Objects.checkFromToIndex(
        (fromRow - panel.outFromRow()) * panel.rowBytes(),
        (toRow - panel.outFromRow()) * panel.rowBytes(),
        panel.out().byteSize());
    for (int row = fromRow; row < toRow; row++) {
      long first = panel.listStart(row);
      long end = panel.listStart(row + 1);
      int column = 0;
      for (; column + 2 * LANE_COUNT <= panel.width(); column += 2 * LANE_COUNT) {
        two(panel, row, 2L * column, first, end);
      }
      if (column < panel.width()) {
        one(panel, row, 2L * column, first, end);
      }
    }
  }

  /// @param at byte of the two vectors in a row
  private static void two(PanelHop panel, int row, long at, long first, long end) {
    MemorySegment in = panel.in();
    long rowBytes = panel.rowBytes();
    long own = row * rowBytes + at;
    FloatVector sum0 = load(in, own);
    FloatVector sum1 = load(in, own + HALF_BYTES);
    boolean hub = end - first > ARCS_PER_PARTIAL_SUM;
    FloatVector lost0 = FloatVector.zero(LANES);
    FloatVector lost1 = lost0;
    for (long from = first; from < end; from += ARCS_PER_PARTIAL_SUM) {
      FloatVector part0 = hub ? FloatVector.zero(LANES) : sum0;
      FloatVector part1 = hub ? FloatVector.zero(LANES) : sum1;
      int count = (int) Math.min(end - from, ARCS_PER_PARTIAL_SUM);
      long arcAt = panel.targetsAt(from, count);
      for (int k = 0; k < count; k++) {
        long place = place(panel, arcAt, k) * rowBytes + at;
        part0 = part0.add(load(in, place));
        part1 = part1.add(load(in, place + HALF_BYTES));
      }
      if (hub) {
        FloatVector term0 = part0.sub(lost0);
        FloatVector next0 = sum0.add(term0);
        lost0 = next0.sub(sum0).sub(term0);
        sum0 = next0;
        FloatVector term1 = part1.sub(lost1);
        FloatVector next1 = sum1.add(term1);
        lost1 = next1.sub(sum1).sub(term1);
        sum1 = next1;
      } else {
        sum0 = part0;
        sum1 = part1;
      }
    }
    finish(panel, row, own, sum0);
    finish(panel, row, own + HALF_BYTES, sum1);
  }

  private static void one(PanelHop panel, int row, long at, long first, long end) {
    MemorySegment in = panel.in();
    long rowBytes = panel.rowBytes();
    long own = row * rowBytes + at;
    FloatVector sum = load(in, own);
    boolean hub = end - first > ARCS_PER_PARTIAL_SUM;
    FloatVector lost = FloatVector.zero(LANES);
    for (long from = first; from < end; from += ARCS_PER_PARTIAL_SUM) {
      FloatVector part = hub ? FloatVector.zero(LANES) : sum;
      int count = (int) Math.min(end - from, ARCS_PER_PARTIAL_SUM);
      long arcAt = panel.targetsAt(from, count);
      for (int k = 0; k < count; k++) {
        part = part.add(load(in, place(panel, arcAt, k) * rowBytes + at));
      }
      if (hub) {
        FloatVector term = part.sub(lost);
        FloatVector next = sum.add(term);
        lost = next.sub(sum).sub(term);
        sum = next;
      } else {
        sum = part;
      }
    }
    finish(panel, row, own, sum);
  }

  private static long place(PanelHop panel, long arcAt, int k) {
    int target = panel.targets().get(INT, arcAt + (long) k * Integer.BYTES);
    return Objects.checkIndex(target, panel.factors().length);
  }

  /// The same products and sums, in the same order, as the scalar twin.
  private static void finish(PanelHop panel, int row, long at, FloatVector sum) {
    FloatVector value = sum.mul(panel.factors()[row]);
    if (!panel.plain()) {
      value = value.add(load(panel.in(), at).mul(panel.keep()));
      value = value.add(load(panel.start(), at).mul(panel.restart()));
    }
    VectorKernels.narrowInto(value, panel.out(), at - panel.outFromRow() * panel.rowBytes());
  }

  private static FloatVector load(MemorySegment segment, long at) {
    return ShortVector.fromMemorySegment(SHORTS, segment, at, ORDER)
        .convertShape(S2I, INTS, 0)
        .reinterpretAsInts()
        .lanewise(LSHL, 16)
        .reinterpretAsFloats();
  }
}
