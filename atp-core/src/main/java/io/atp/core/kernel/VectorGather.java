package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// [RowKernels#gather] on vectors, up to eight of them side by side.
///
/// As in [VectorHop], the sums stay in registers for the whole list and the loop is written out for
/// each number of vectors. Wider rows take several walks over the list, which lies in the cache.
/// Columns left over are read under a mask, together with whole vectors where there are some: a
/// walk of its own for the last few would cost as much as one for many.
///
/// Loads and stores are spelled out: in a method of this size the compiler inlines nothing but what
/// the JDK forces it to, and a vector that crosses a call is put into memory.
final class VectorGather {
  private static final VectorSpecies<Float> LANES = VectorKernels.LANES;
  private static final int LANE_COUNT = LANES.length();
  private static final long LANE_BYTES = LANES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  private VectorGather() {}

  static void block(
      RowSource source,
      WeightedRows list,
      int from,
      int to,
      MemorySegment out,
      long outAt,
      float scale,
      boolean add) {
    int columns = source.columns();
    int done = 0;
    for (; columns - done >= 8 * LANE_COUNT; done += 8 * LANE_COUNT) {
      eight(source, list, from, to, (long) done * Float.BYTES, out, outAt, scale, add);
    }
    if (columns - done >= 4 * LANE_COUNT) {
      four(source, list, from, to, (long) done * Float.BYTES, out, outAt, scale, add);
      done += 4 * LANE_COUNT;
    }
    while (done < columns) {
      int left = columns - done;
      long column = (long) done * Float.BYTES;
      if (left > 2 * LANE_COUNT) {
        upToThree(source, list, from, to, column, left, out, outAt, scale, add);
        done += 3 * LANE_COUNT;
      } else if (left > LANE_COUNT) {
        upToTwo(source, list, from, to, column, left, out, outAt, scale, add);
        done += 2 * LANE_COUNT;
      } else {
        upToOne(source, list, from, to, column, left, out, outAt, scale, add);
        done += LANE_COUNT;
      }
    }
  }

  /// Eight vectors.
  private static void eight(
      RowSource source,
      WeightedRows list,
      int from,
      int to,
      long column,
      MemorySegment out,
      long outAt,
      float scale,
      boolean add) {
    MemorySegment in = source.data();
    int[] rows = list.rows();
    float[] weights = list.weights();
    int rowCount = source.rows();
    long stride = source.strideBytes();
    long first = source.firstColumnBytes() + column;
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = sum0;
    FloatVector sum2 = sum0;
    FloatVector sum3 = sum0;
    FloatVector sum4 = sum0;
    FloatVector sum5 = sum0;
    FloatVector sum6 = sum0;
    FloatVector sum7 = sum0;
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      FloatVector weight = FloatVector.broadcast(LANES, weights[k]);
      sum0 = sum0.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER).mul(weight));
      sum1 = sum1.add(FloatVector.fromMemorySegment(LANES, in, at + LANE_BYTES, ORDER).mul(weight));
      sum2 =
          sum2.add(
              FloatVector.fromMemorySegment(LANES, in, at + 2 * LANE_BYTES, ORDER).mul(weight));
      sum3 =
          sum3.add(
              FloatVector.fromMemorySegment(LANES, in, at + 3 * LANE_BYTES, ORDER).mul(weight));
      sum4 =
          sum4.add(
              FloatVector.fromMemorySegment(LANES, in, at + 4 * LANE_BYTES, ORDER).mul(weight));
      sum5 =
          sum5.add(
              FloatVector.fromMemorySegment(LANES, in, at + 5 * LANE_BYTES, ORDER).mul(weight));
      sum6 =
          sum6.add(
              FloatVector.fromMemorySegment(LANES, in, at + 6 * LANE_BYTES, ORDER).mul(weight));
      sum7 =
          sum7.add(
              FloatVector.fromMemorySegment(LANES, in, at + 7 * LANE_BYTES, ORDER).mul(weight));
    }
    long end = outAt + column;
    sum0 = sum0.mul(scale);
    sum1 = sum1.mul(scale);
    sum2 = sum2.mul(scale);
    sum3 = sum3.mul(scale);
    sum4 = sum4.mul(scale);
    sum5 = sum5.mul(scale);
    sum6 = sum6.mul(scale);
    sum7 = sum7.mul(scale);
    if (add) {
      sum0 = FloatVector.fromMemorySegment(LANES, out, end, ORDER).add(sum0);
      sum1 = FloatVector.fromMemorySegment(LANES, out, end + LANE_BYTES, ORDER).add(sum1);
      sum2 = FloatVector.fromMemorySegment(LANES, out, end + 2 * LANE_BYTES, ORDER).add(sum2);
      sum3 = FloatVector.fromMemorySegment(LANES, out, end + 3 * LANE_BYTES, ORDER).add(sum3);
      sum4 = FloatVector.fromMemorySegment(LANES, out, end + 4 * LANE_BYTES, ORDER).add(sum4);
      sum5 = FloatVector.fromMemorySegment(LANES, out, end + 5 * LANE_BYTES, ORDER).add(sum5);
      sum6 = FloatVector.fromMemorySegment(LANES, out, end + 6 * LANE_BYTES, ORDER).add(sum6);
      sum7 = FloatVector.fromMemorySegment(LANES, out, end + 7 * LANE_BYTES, ORDER).add(sum7);
    }
    sum0.intoMemorySegment(out, end, ORDER);
    sum1.intoMemorySegment(out, end + LANE_BYTES, ORDER);
    sum2.intoMemorySegment(out, end + 2 * LANE_BYTES, ORDER);
    sum3.intoMemorySegment(out, end + 3 * LANE_BYTES, ORDER);
    sum4.intoMemorySegment(out, end + 4 * LANE_BYTES, ORDER);
    sum5.intoMemorySegment(out, end + 5 * LANE_BYTES, ORDER);
    sum6.intoMemorySegment(out, end + 6 * LANE_BYTES, ORDER);
    sum7.intoMemorySegment(out, end + 7 * LANE_BYTES, ORDER);
  }

  /// Four vectors.
  private static void four(
      RowSource source,
      WeightedRows list,
      int from,
      int to,
      long column,
      MemorySegment out,
      long outAt,
      float scale,
      boolean add) {
    MemorySegment in = source.data();
    int[] rows = list.rows();
    float[] weights = list.weights();
    int rowCount = source.rows();
    long stride = source.strideBytes();
    long first = source.firstColumnBytes() + column;
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = sum0;
    FloatVector sum2 = sum0;
    FloatVector sum3 = sum0;
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      FloatVector weight = FloatVector.broadcast(LANES, weights[k]);
      sum0 = sum0.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER).mul(weight));
      sum1 = sum1.add(FloatVector.fromMemorySegment(LANES, in, at + LANE_BYTES, ORDER).mul(weight));
      sum2 =
          sum2.add(
              FloatVector.fromMemorySegment(LANES, in, at + 2 * LANE_BYTES, ORDER).mul(weight));
      sum3 =
          sum3.add(
              FloatVector.fromMemorySegment(LANES, in, at + 3 * LANE_BYTES, ORDER).mul(weight));
    }
    long end = outAt + column;
    sum0 = sum0.mul(scale);
    sum1 = sum1.mul(scale);
    sum2 = sum2.mul(scale);
    sum3 = sum3.mul(scale);
    if (add) {
      sum0 = FloatVector.fromMemorySegment(LANES, out, end, ORDER).add(sum0);
      sum1 = FloatVector.fromMemorySegment(LANES, out, end + LANE_BYTES, ORDER).add(sum1);
      sum2 = FloatVector.fromMemorySegment(LANES, out, end + 2 * LANE_BYTES, ORDER).add(sum2);
      sum3 = FloatVector.fromMemorySegment(LANES, out, end + 3 * LANE_BYTES, ORDER).add(sum3);
    }
    sum0.intoMemorySegment(out, end, ORDER);
    sum1.intoMemorySegment(out, end + LANE_BYTES, ORDER);
    sum2.intoMemorySegment(out, end + 2 * LANE_BYTES, ORDER);
    sum3.intoMemorySegment(out, end + 3 * LANE_BYTES, ORDER);
  }

  /// Two vectors and what is left, up to a vector of it.
  private static void upToThree(
      RowSource source,
      WeightedRows list,
      int from,
      int to,
      long column,
      int columns,
      MemorySegment out,
      long outAt,
      float scale,
      boolean add) {
    MemorySegment in = source.data();
    int[] rows = list.rows();
    float[] weights = list.weights();
    int rowCount = source.rows();
    long stride = source.strideBytes();
    long first = source.firstColumnBytes() + column;
    VectorMask<Float> mask = LANES.indexInRange(2 * LANE_COUNT, columns);
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = sum0;
    FloatVector sum2 = sum0;
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      FloatVector weight = FloatVector.broadcast(LANES, weights[k]);
      sum0 = sum0.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER).mul(weight));
      sum1 = sum1.add(FloatVector.fromMemorySegment(LANES, in, at + LANE_BYTES, ORDER).mul(weight));
      sum2 =
          sum2.add(
              FloatVector.fromMemorySegment(LANES, in, at + 2 * LANE_BYTES, ORDER, mask)
                  .mul(weight));
    }
    long end = outAt + column;
    sum0 = sum0.mul(scale);
    sum1 = sum1.mul(scale);
    sum2 = sum2.mul(scale);
    if (add) {
      sum0 = FloatVector.fromMemorySegment(LANES, out, end, ORDER).add(sum0);
      sum1 = FloatVector.fromMemorySegment(LANES, out, end + LANE_BYTES, ORDER).add(sum1);
      sum2 = FloatVector.fromMemorySegment(LANES, out, end + 2 * LANE_BYTES, ORDER, mask).add(sum2);
    }
    sum0.intoMemorySegment(out, end, ORDER);
    sum1.intoMemorySegment(out, end + LANE_BYTES, ORDER);
    sum2.intoMemorySegment(out, end + 2 * LANE_BYTES, ORDER, mask);
  }

  /// One vector and what is left.
  private static void upToTwo(
      RowSource source,
      WeightedRows list,
      int from,
      int to,
      long column,
      int columns,
      MemorySegment out,
      long outAt,
      float scale,
      boolean add) {
    MemorySegment in = source.data();
    int[] rows = list.rows();
    float[] weights = list.weights();
    int rowCount = source.rows();
    long stride = source.strideBytes();
    long first = source.firstColumnBytes() + column;
    VectorMask<Float> mask = LANES.indexInRange(LANE_COUNT, columns);
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = sum0;
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      FloatVector weight = FloatVector.broadcast(LANES, weights[k]);
      sum0 = sum0.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER).mul(weight));
      sum1 =
          sum1.add(
              FloatVector.fromMemorySegment(LANES, in, at + LANE_BYTES, ORDER, mask).mul(weight));
    }
    long end = outAt + column;
    sum0 = sum0.mul(scale);
    sum1 = sum1.mul(scale);
    if (add) {
      sum0 = FloatVector.fromMemorySegment(LANES, out, end, ORDER).add(sum0);
      sum1 = FloatVector.fromMemorySegment(LANES, out, end + LANE_BYTES, ORDER, mask).add(sum1);
    }
    sum0.intoMemorySegment(out, end, ORDER);
    sum1.intoMemorySegment(out, end + LANE_BYTES, ORDER, mask);
  }

  /// At most one vector.
  private static void upToOne(
      RowSource source,
      WeightedRows list,
      int from,
      int to,
      long column,
      int columns,
      MemorySegment out,
      long outAt,
      float scale,
      boolean add) {
    MemorySegment in = source.data();
    int[] rows = list.rows();
    float[] weights = list.weights();
    int rowCount = source.rows();
    long stride = source.strideBytes();
    long first = source.firstColumnBytes() + column;
    VectorMask<Float> mask = LANES.indexInRange(0, columns);
    FloatVector sum0 = FloatVector.zero(LANES);
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      FloatVector weight = FloatVector.broadcast(LANES, weights[k]);
      sum0 = sum0.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER, mask).mul(weight));
    }
    long end = outAt + column;
    sum0 = sum0.mul(scale);
    if (add) {
      sum0 = FloatVector.fromMemorySegment(LANES, out, end, ORDER, mask).add(sum0);
    }
    sum0.intoMemorySegment(out, end, ORDER, mask);
  }
}
