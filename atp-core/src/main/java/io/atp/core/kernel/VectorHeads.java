package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// [RowKernels#gatherHeads] on vectors, for heads of which several share a vector.
///
/// The weights of the heads in a vector are read together and spread over the lanes of their
/// columns, so that a row is met once for all heads and not once for each. Written out for four
/// vectors and for one, for the reasons [VectorGather] gives.
final class VectorHeads {
  private static final VectorSpecies<Float> LANES = VectorKernels.LANES;
  private static final int LANE_COUNT = LANES.length();
  private static final long LANE_BYTES = LANES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final VectorShuffle<Float> BY_1 = VectorShuffle.iota(LANES, 0, 1, true);
  private static final VectorShuffle<Float> BY_2 = spread(2);
  private static final VectorShuffle<Float> BY_4 = spread(4);
  private static final VectorShuffle<Float> BY_8 = spread(8);
  private static final VectorShuffle<Float> BY_16 = spread(16);
  private static final VectorShuffle<Float> FIRST_OF_2 = first(2);
  private static final VectorShuffle<Float> FIRST_OF_4 = first(4);
  private static final VectorShuffle<Float> FIRST_OF_8 = first(8);
  private static final VectorShuffle<Float> FIRST_OF_16 = first(16);

  private VectorHeads() {}

  /// Lane l takes what stands at `l / width`.
  private static VectorShuffle<Float> spread(int width) {
    return VectorShuffle.fromOp(LANES, lane -> lane / width);
  }

  /// Lane l takes what stands at `l · width`, as far as there is such a lane.
  private static VectorShuffle<Float> first(int width) {
    return VectorShuffle.fromOp(LANES, lane -> lane * width % LANE_COUNT);
  }

  /// From one number per head to the lanes of its columns, for a width of 1, 2, 4, 8 or 16.
  static VectorShuffle<Float> spreading(int width) {
    return switch (width) {
      case 1 -> BY_1;
      case 2 -> BY_2;
      case 4 -> BY_4;
      case 8 -> BY_8;
      default -> BY_16;
    };
  }

  /// From the first column of each head to one number per head, for the same widths.
  static VectorShuffle<Float> firsts(int width) {
    return switch (width) {
      case 1 -> BY_1;
      case 2 -> FIRST_OF_2;
      case 4 -> FIRST_OF_4;
      case 8 -> FIRST_OF_8;
      default -> FIRST_OF_16;
    };
  }

  /// Whether several heads of this width fill a vector.
  static boolean takes(int width) {
    return width < LANE_COUNT && (width == 1 || width == 2 || width == 4 || width == 8);
  }

  static void block(
      RowSource source,
      WeightedRows list,
      HeadWeights heads,
      int from,
      int to,
      MemorySegment out,
      long outAt,
      boolean scaled,
      boolean add) {
    int columns = source.columns();
    int width = columns / heads.heads();
    VectorShuffle<Float> spread = spreading(width);
    int done = 0;
    for (; columns - done >= 4 * LANE_COUNT; done += 4 * LANE_COUNT) {
      four(source, list, heads, from, to, done, width, spread, out, outAt, scaled, add);
    }
    for (; done < columns; done += LANE_COUNT) {
      one(source, list, heads, from, to, done, width, spread, out, outAt, scaled, add);
    }
  }

  /// Four vectors.
  private static void four(
      RowSource source,
      WeightedRows list,
      HeadWeights heads,
      int from,
      int to,
      int column,
      int width,
      VectorShuffle<Float> spread,
      MemorySegment out,
      long outAt,
      boolean scaled,
      boolean add) {
    MemorySegment in = source.data();
    int[] rows = list.rows();
    float[] weights = heads.weights();
    int headCount = heads.heads();
    int rowCount = source.rows();
    long stride = source.strideBytes();
    long first = source.firstColumnBytes() + (long) column * Float.BYTES;
    int firstHead = column / width;
    int next = LANE_COUNT / width;
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = sum0;
    FloatVector sum2 = sum0;
    FloatVector sum3 = sum0;
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      int w = k * headCount + firstHead;
      FloatVector w0 = FloatVector.fromArray(LANES, weights, w).rearrange(spread);
      FloatVector w1 = FloatVector.fromArray(LANES, weights, w + next).rearrange(spread);
      FloatVector w2 = FloatVector.fromArray(LANES, weights, w + 2 * next).rearrange(spread);
      FloatVector w3 = FloatVector.fromArray(LANES, weights, w + 3 * next).rearrange(spread);
      sum0 = sum0.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER).mul(w0));
      sum1 = sum1.add(FloatVector.fromMemorySegment(LANES, in, at + LANE_BYTES, ORDER).mul(w1));
      sum2 = sum2.add(FloatVector.fromMemorySegment(LANES, in, at + 2 * LANE_BYTES, ORDER).mul(w2));
      sum3 = sum3.add(FloatVector.fromMemorySegment(LANES, in, at + 3 * LANE_BYTES, ORDER).mul(w3));
    }
    if (scaled) {
      float[] scales = heads.scales();
      sum0 = sum0.mul(FloatVector.fromArray(LANES, scales, firstHead).rearrange(spread));
      sum1 = sum1.mul(FloatVector.fromArray(LANES, scales, firstHead + next).rearrange(spread));
      sum2 = sum2.mul(FloatVector.fromArray(LANES, scales, firstHead + 2 * next).rearrange(spread));
      sum3 = sum3.mul(FloatVector.fromArray(LANES, scales, firstHead + 3 * next).rearrange(spread));
    }
    long end = outAt + (long) column * Float.BYTES;
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

  /// At most one vector.
  private static void one(
      RowSource source,
      WeightedRows list,
      HeadWeights heads,
      int from,
      int to,
      int column,
      int width,
      VectorShuffle<Float> spread,
      MemorySegment out,
      long outAt,
      boolean scaled,
      boolean add) {
    MemorySegment in = source.data();
    int[] rows = list.rows();
    float[] weights = heads.weights();
    int headCount = heads.heads();
    int rowCount = source.rows();
    long stride = source.strideBytes();
    long first = source.firstColumnBytes() + (long) column * Float.BYTES;
    int firstHead = column / width;
    VectorMask<Float> mask = LANES.indexInRange(column, source.columns());
    FloatVector sum = FloatVector.zero(LANES);
    for (int k = from; k < to; k++) {
      long at = Objects.checkIndex(rows[k], rowCount) * stride + first;
      FloatVector weight =
          FloatVector.fromArray(LANES, weights, k * headCount + firstHead).rearrange(spread);
      sum = sum.add(FloatVector.fromMemorySegment(LANES, in, at, ORDER, mask).mul(weight));
    }
    if (scaled) {
      sum = sum.mul(FloatVector.fromArray(LANES, heads.scales(), firstHead).rearrange(spread));
    }
    long end = outAt + (long) column * Float.BYTES;
    if (add) {
      sum = FloatVector.fromMemorySegment(LANES, out, end, ORDER, mask).add(sum);
    }
    sum.intoMemorySegment(out, end, ORDER, mask);
  }
}
