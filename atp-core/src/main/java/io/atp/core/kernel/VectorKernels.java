package io.atp.core.kernel;

import static jdk.incubator.vector.VectorOperators.ADD;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// The Vector API edition. Lanes run across columns, never along a sum, so a row's bits do not
/// depend on lane count.
///
/// What bounds [#hop] is how many cache misses are in flight. Two things follow: a panel row is one
/// or two cache lines, held in registers for the whole neighbour list, and the inner loop does
/// nothing but load, load, add. There is no fused multiply–add, which would round differently from
/// the scalar twin.
final class VectorKernels implements RowKernels {
  private static final VectorSpecies<Float> LANES =
      FloatVector.SPECIES_PREFERRED.length() > 16
          ? FloatVector.SPECIES_512
          : FloatVector.SPECIES_PREFERRED;
  private static final int LANE_COUNT = LANES.length();
  private static final long LANE_BYTES = LANES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  // Unaligned by type although aligned in fact: spares a test per arc.
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final ScalarKernels scalar = new ScalarKernels();

  @Override
  public String name() {
    return "vector %d bit".formatted(LANES.vectorBitSize());
  }

  @Override
  public void addScaled(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float scale) {
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      long at = (long) i * Float.BYTES;
      load(out, outAt + at)
          .add(load(in, inAt + at).mul(scale))
          .intoMemorySegment(out, outAt + at, ORDER);
    }
    long done = (long) whole * Float.BYTES;
    scalar.addScaled(out, outAt + done, in, inAt + done, length - whole, scale);
  }

  @Override
  public void scaled(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float scale) {
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      long at = (long) i * Float.BYTES;
      load(in, inAt + at).mul(scale).intoMemorySegment(out, outAt + at, ORDER);
    }
    long done = (long) whole * Float.BYTES;
    scalar.scaled(out, outAt + done, in, inAt + done, length - whole, scale);
  }

  /// Four accumulators hide the latency of the addition.
  @Override
  public float dot(MemorySegment a, long aAt, MemorySegment b, long bAt, int length) {
    FloatVector s0 = FloatVector.zero(LANES);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int i = 0;
    for (; i + 4 * LANE_COUNT <= length; i += 4 * LANE_COUNT) {
      long at = (long) i * Float.BYTES;
      s0 = s0.add(load(a, aAt + at).mul(load(b, bAt + at)));
      at += LANE_BYTES;
      s1 = s1.add(load(a, aAt + at).mul(load(b, bAt + at)));
      at += LANE_BYTES;
      s2 = s2.add(load(a, aAt + at).mul(load(b, bAt + at)));
      at += LANE_BYTES;
      s3 = s3.add(load(a, aAt + at).mul(load(b, bAt + at)));
    }
    for (; i + LANE_COUNT <= length; i += LANE_COUNT) {
      long at = (long) i * Float.BYTES;
      s0 = s0.add(load(a, aAt + at).mul(load(b, bAt + at)));
    }
    long done = (long) i * Float.BYTES;
    return s0.add(s1).add(s2.add(s3)).reduceLanes(ADD)
        + scalar.dot(a, aAt + done, b, bAt + done, length - i);
  }

  @Override
  public float squaredNorm(MemorySegment a, long aAt, int length) {
    return dot(a, aAt, a, aAt, length);
  }

  @Override
  public void hop(PanelHop panel, int fromRow, int toRow) {
    if (panel.width() == LANE_COUNT) {
      hopOneVector(panel, fromRow, toRow);
      return;
    }
    for (long column = 0; column < panel.rowBytes(); column += 2 * LANE_BYTES) {
      hopTwoVectors(panel, fromRow, toRow, column);
    }
  }

  /// A panel row is one vector.
  private static void hopOneVector(PanelHop panel, int fromRow, int toRow) {
    MemorySegment in = panel.in();
    MemorySegment offsets = panel.offsets();
    MemorySegment targets = panel.targets();
    long rowBytes = panel.rowBytes();
    long first = offsets.get(LONG, (long) fromRow * Long.BYTES);
    for (int row = fromRow; row < toRow; row++) {
      long end = offsets.get(LONG, (row + 1L) * Long.BYTES);
      int degree = (int) (end - first);
      FloatVector sum = load(in, row * rowBytes);
      if (degree <= ARCS_PER_PARTIAL_SUM) {
        long arcAt = first * Integer.BYTES;
        for (int k = 0; k < degree; k++) {
          sum = sum.add(load(in, targets.get(INT, arcAt + (long) k * Integer.BYTES) * rowBytes));
        }
      } else {
        sum = hubSum(panel, row, first, end, 0);
      }
      finish(panel, row, 0, sum);
      first = end;
    }
  }

  /// Two vectors of a panel row, beginning at byte `column` of it.
  private static void hopTwoVectors(PanelHop panel, int fromRow, int toRow, long column) {
    MemorySegment in = panel.in();
    MemorySegment offsets = panel.offsets();
    MemorySegment targets = panel.targets();
    long rowBytes = panel.rowBytes();
    long first = offsets.get(LONG, (long) fromRow * Long.BYTES);
    for (int row = fromRow; row < toRow; row++) {
      long end = offsets.get(LONG, (row + 1L) * Long.BYTES);
      int degree = (int) (end - first);
      if (degree <= ARCS_PER_PARTIAL_SUM) {
        FloatVector sum0 = load(in, row * rowBytes + column);
        FloatVector sum1 = load(in, row * rowBytes + column + LANE_BYTES);
        long arcAt = first * Integer.BYTES;
        for (int k = 0; k < degree; k++) {
          long at = targets.get(INT, arcAt + (long) k * Integer.BYTES) * rowBytes + column;
          sum0 = sum0.add(load(in, at));
          sum1 = sum1.add(load(in, at + LANE_BYTES));
        }
        finish(panel, row, column, sum0);
        finish(panel, row, column + LANE_BYTES, sum1);
      } else {
        hubTwoVectors(panel, row, first, end, column);
      }
      first = end;
    }
  }

  /// Sum of a long row: partial sums of [#ARCS_PER_PARTIAL_SUM] arcs, folded in with Kahan's
  /// compensation.
  private static FloatVector hubSum(PanelHop panel, int row, long first, long end, long column) {
    MemorySegment in = panel.in();
    MemorySegment targets = panel.targets();
    long rowBytes = panel.rowBytes();
    FloatVector sum = load(in, row * rowBytes + column);
    FloatVector lost = FloatVector.zero(LANES);
    for (long from = first; from < end; from += ARCS_PER_PARTIAL_SUM) {
      int count = (int) Math.min(end - from, ARCS_PER_PARTIAL_SUM);
      FloatVector part = FloatVector.zero(LANES);
      for (int k = 0; k < count; k++) {
        part = part.add(load(in, targets.get(INT, (from + k) * Integer.BYTES) * rowBytes + column));
      }
      FloatVector term = part.sub(lost);
      FloatVector next = sum.add(term);
      lost = next.sub(sum).sub(term);
      sum = next;
    }
    return sum;
  }

  /// [#hubSum] for two vectors at once, so that both cache lines of a row are asked for together.
  private static void hubTwoVectors(PanelHop panel, int row, long first, long end, long column) {
    MemorySegment in = panel.in();
    MemorySegment targets = panel.targets();
    long rowBytes = panel.rowBytes();
    FloatVector sum0 = load(in, row * rowBytes + column);
    FloatVector sum1 = load(in, row * rowBytes + column + LANE_BYTES);
    FloatVector lost0 = FloatVector.zero(LANES);
    FloatVector lost1 = lost0;
    for (long from = first; from < end; from += ARCS_PER_PARTIAL_SUM) {
      int count = (int) Math.min(end - from, ARCS_PER_PARTIAL_SUM);
      FloatVector part0 = FloatVector.zero(LANES);
      FloatVector part1 = part0;
      long arcAt = from * Integer.BYTES;
      for (int k = 0; k < count; k++) {
        long at = targets.get(INT, arcAt + (long) k * Integer.BYTES) * rowBytes + column;
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
    finish(panel, row, column, sum0);
    finish(panel, row, column + LANE_BYTES, sum1);
  }

  private static void finish(PanelHop panel, int row, long column, FloatVector sum) {
    long at = row * panel.rowBytes() + column;
    FloatVector value = sum.mul(panel.factors()[row]);
    if (panel.keep() != 0) {
      value = value.add(load(panel.in(), at).mul(panel.keep()));
    }
    if (panel.restart() != 0) {
      value = value.add(load(panel.start(), at).mul(panel.restart()));
    }
    value.intoMemorySegment(panel.out(), at, ORDER);
  }

  private static FloatVector load(MemorySegment segment, long at) {
    return FloatVector.fromMemorySegment(LANES, segment, at, ORDER);
  }
}
