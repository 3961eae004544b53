package io.atp.core.kernel;

import static io.atp.core.kernel.RowKernels.ARCS_PER_PARTIAL_SUM;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// [RowKernels#singleHop] on four vectors side by side, as [VectorHop] but for rows that lie apart
/// and have yet to be multiplied.
///
/// Loads and stores are spelled out: the method is too large for the compiler to inline a helper,
/// and a vector that crosses a call is put into memory.
final class VectorSingleHop {
  static final int VECTORS = 4;

  private static final VectorSpecies<Float> LANES = VectorKernels.LANES;
  private static final long LANE_BYTES = LANES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private VectorSingleHop() {}

  static void run(SingleHop hop, int fromRow, int toRow) {
    Objects.checkFromToIndex(fromRow, toRow, hop.source().rows());
    long first = hop.listStart(fromRow);
    for (int row = fromRow; row < toRow; row++) {
      long end = hop.listStart(row + 1);
      int degree = (int) (end - first);
      if (degree <= ARCS_PER_PARTIAL_SUM) {
        row(hop, row, first, degree);
      } else {
        hub(hop, row, first, degree);
      }
      first = end;
    }
  }

  private static void row(SingleHop hop, int row, long first, int degree) {
    MemorySegment in = hop.source().data();
    MemorySegment targets = hop.targets();
    float[] enter = hop.enter();
    long stride = hop.source().strideBytes();
    long column = hop.source().firstColumnBytes();
    long own = row * stride + column;
    FloatVector weight = FloatVector.broadcast(LANES, enter[row]);
    FloatVector sum0 = FloatVector.fromMemorySegment(LANES, in, own, ORDER).mul(weight);
    FloatVector sum1 =
        FloatVector.fromMemorySegment(LANES, in, own + LANE_BYTES, ORDER).mul(weight);
    FloatVector sum2 =
        FloatVector.fromMemorySegment(LANES, in, own + 2 * LANE_BYTES, ORDER).mul(weight);
    FloatVector sum3 =
        FloatVector.fromMemorySegment(LANES, in, own + 3 * LANE_BYTES, ORDER).mul(weight);
    long arcAt = first * Integer.BYTES;
    for (int k = 0; k < degree; k++) {
      int target =
          Objects.checkIndex(targets.get(INT, arcAt + (long) k * Integer.BYTES), enter.length);
      long at = target * stride + column;
      weight = FloatVector.broadcast(LANES, enter[target]);
      sum0 = sum0.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER).mul(weight));
      sum1 = sum1.add(FloatVector.fromMemorySegment(LANES, in, at + LANE_BYTES, ORDER).mul(weight));
      sum2 =
          sum2.add(
              FloatVector.fromMemorySegment(LANES, in, at + 2 * LANE_BYTES, ORDER).mul(weight));
      sum3 =
          sum3.add(
              FloatVector.fromMemorySegment(LANES, in, at + 3 * LANE_BYTES, ORDER).mul(weight));
    }
    MemorySegment out = hop.out();
    FloatVector step = FloatVector.broadcast(LANES, hop.step()[row]);
    FloatVector leave = FloatVector.broadcast(LANES, hop.leave()[row]);
    sum0.mul(step).mul(leave).intoMemorySegment(out, own, ORDER);
    sum1.mul(step).mul(leave).intoMemorySegment(out, own + LANE_BYTES, ORDER);
    sum2.mul(step).mul(leave).intoMemorySegment(out, own + 2 * LANE_BYTES, ORDER);
    sum3.mul(step).mul(leave).intoMemorySegment(out, own + 3 * LANE_BYTES, ORDER);
  }

  private static void hub(SingleHop hop, int row, long first, int degree) {
    MemorySegment in = hop.source().data();
    MemorySegment targets = hop.targets();
    float[] enter = hop.enter();
    long stride = hop.source().strideBytes();
    long column = hop.source().firstColumnBytes();
    long own = row * stride + column;
    FloatVector weight = FloatVector.broadcast(LANES, enter[row]);
    FloatVector sum0 = FloatVector.fromMemorySegment(LANES, in, own, ORDER).mul(weight);
    FloatVector sum1 =
        FloatVector.fromMemorySegment(LANES, in, own + LANE_BYTES, ORDER).mul(weight);
    FloatVector sum2 =
        FloatVector.fromMemorySegment(LANES, in, own + 2 * LANE_BYTES, ORDER).mul(weight);
    FloatVector sum3 =
        FloatVector.fromMemorySegment(LANES, in, own + 3 * LANE_BYTES, ORDER).mul(weight);
    FloatVector lost0 = FloatVector.zero(LANES);
    FloatVector lost1 = lost0;
    FloatVector lost2 = lost0;
    FloatVector lost3 = lost0;
    for (int from = 0; from < degree; from += ARCS_PER_PARTIAL_SUM) {
      int count = Math.min(degree - from, ARCS_PER_PARTIAL_SUM);
      long arcAt = (first + from) * Integer.BYTES;
      FloatVector part0 = FloatVector.zero(LANES);
      FloatVector part1 = part0;
      FloatVector part2 = part0;
      FloatVector part3 = part0;
      for (int k = 0; k < count; k++) {
        int target =
            Objects.checkIndex(targets.get(INT, arcAt + (long) k * Integer.BYTES), enter.length);
        long at = target * stride + column;
        weight = FloatVector.broadcast(LANES, enter[target]);
        part0 = part0.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER).mul(weight));
        part1 =
            part1.add(FloatVector.fromMemorySegment(LANES, in, at + LANE_BYTES, ORDER).mul(weight));
        part2 =
            part2.add(
                FloatVector.fromMemorySegment(LANES, in, at + 2 * LANE_BYTES, ORDER).mul(weight));
        part3 =
            part3.add(
                FloatVector.fromMemorySegment(LANES, in, at + 3 * LANE_BYTES, ORDER).mul(weight));
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
    MemorySegment out = hop.out();
    FloatVector step = FloatVector.broadcast(LANES, hop.step()[row]);
    FloatVector leave = FloatVector.broadcast(LANES, hop.leave()[row]);
    sum0.mul(step).mul(leave).intoMemorySegment(out, own, ORDER);
    sum1.mul(step).mul(leave).intoMemorySegment(out, own + LANE_BYTES, ORDER);
    sum2.mul(step).mul(leave).intoMemorySegment(out, own + 2 * LANE_BYTES, ORDER);
    sum3.mul(step).mul(leave).intoMemorySegment(out, own + 3 * LANE_BYTES, ORDER);
  }
}
