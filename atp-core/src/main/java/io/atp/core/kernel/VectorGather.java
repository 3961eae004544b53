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
/// Columns left over are read under a mask, as many vectors of them at once as there are, because a
/// walk of its own for the last few would cost as much as one for many.
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
    while (done < columns) {
      int left = columns - done;
      long column = (long) done * Float.BYTES;
      if (left > 2 * LANE_COUNT) {
        four(source, list, from, to, column, left, out, outAt, scale, add);
        done += 4 * LANE_COUNT;
      } else if (left > LANE_COUNT) {
        two(source, list, from, to, column, left, out, outAt, scale, add);
        done += 2 * LANE_COUNT;
      } else {
        one(source, list, from, to, column, left, out, outAt, scale, add);
        done += LANE_COUNT;
      }
    }
  }

  /// Eight vectors, all whole.
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
      float weight = weights[k];
      sum0 = sum0.add(load(in, at).mul(weight));
      sum1 = sum1.add(load(in, at + LANE_BYTES).mul(weight));
      sum2 = sum2.add(load(in, at + 2 * LANE_BYTES).mul(weight));
      sum3 = sum3.add(load(in, at + 3 * LANE_BYTES).mul(weight));
      sum4 = sum4.add(load(in, at + 4 * LANE_BYTES).mul(weight));
      sum5 = sum5.add(load(in, at + 5 * LANE_BYTES).mul(weight));
      sum6 = sum6.add(load(in, at + 6 * LANE_BYTES).mul(weight));
      sum7 = sum7.add(load(in, at + 7 * LANE_BYTES).mul(weight));
    }
    long outRow = outAt + column;
    store(sum0, out, outRow, scale, add);
    store(sum1, out, outRow + LANE_BYTES, scale, add);
    store(sum2, out, outRow + 2 * LANE_BYTES, scale, add);
    store(sum3, out, outRow + 3 * LANE_BYTES, scale, add);
    store(sum4, out, outRow + 4 * LANE_BYTES, scale, add);
    store(sum5, out, outRow + 5 * LANE_BYTES, scale, add);
    store(sum6, out, outRow + 6 * LANE_BYTES, scale, add);
    store(sum7, out, outRow + 7 * LANE_BYTES, scale, add);
  }

  /// More than two and up to four vectors; the third and the fourth may be short or empty.
  private static void four(
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
    VectorMask<Float> mask2 = LANES.indexInRange(2 * LANE_COUNT, columns);
    VectorMask<Float> mask3 = LANES.indexInRange(3 * LANE_COUNT, columns);
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = sum0;
    FloatVector sum2 = sum0;
    FloatVector sum3 = sum0;
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      float weight = weights[k];
      sum0 = sum0.add(load(in, at).mul(weight));
      sum1 = sum1.add(load(in, at + LANE_BYTES).mul(weight));
      sum2 = sum2.add(load(in, at + 2 * LANE_BYTES, mask2).mul(weight));
      sum3 = sum3.add(load(in, at + 3 * LANE_BYTES, mask3).mul(weight));
    }
    long outRow = outAt + column;
    store(sum0, out, outRow, scale, add);
    store(sum1, out, outRow + LANE_BYTES, scale, add);
    store(sum2, out, outRow + 2 * LANE_BYTES, mask2, scale, add);
    store(sum3, out, outRow + 3 * LANE_BYTES, mask3, scale, add);
  }

  /// More than one and up to two vectors; the second may be short.
  private static void two(
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
    VectorMask<Float> mask1 = LANES.indexInRange(LANE_COUNT, columns);
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = sum0;
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      float weight = weights[k];
      sum0 = sum0.add(load(in, at).mul(weight));
      sum1 = sum1.add(load(in, at + LANE_BYTES, mask1).mul(weight));
    }
    long outRow = outAt + column;
    store(sum0, out, outRow, scale, add);
    store(sum1, out, outRow + LANE_BYTES, mask1, scale, add);
  }

  /// At most one vector.
  private static void one(
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
    VectorMask<Float> mask0 = LANES.indexInRange(0, columns);
    FloatVector sum0 = FloatVector.zero(LANES);
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      float weight = weights[k];
      sum0 = sum0.add(load(in, at, mask0).mul(weight));
    }
    long outRow = outAt + column;
    store(sum0, out, outRow, mask0, scale, add);
  }

  private static void store(FloatVector sum, MemorySegment out, long at, float scale, boolean add) {
    FloatVector value = sum.mul(scale);
    (add ? load(out, at).add(value) : value).intoMemorySegment(out, at, ORDER);
  }

  private static void store(
      FloatVector sum,
      MemorySegment out,
      long at,
      VectorMask<Float> mask,
      float scale,
      boolean add) {
    FloatVector value = sum.mul(scale);
    (add ? load(out, at, mask).add(value) : value).intoMemorySegment(out, at, ORDER, mask);
  }

  private static FloatVector load(MemorySegment segment, long at) {
    return FloatVector.fromMemorySegment(LANES, segment, at, ORDER);
  }

  private static FloatVector load(MemorySegment segment, long at, VectorMask<Float> mask) {
    return FloatVector.fromMemorySegment(LANES, segment, at, ORDER, mask);
  }
}
