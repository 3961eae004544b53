package io.atp.core.kernel;

import static jdk.incubator.vector.VectorOperators.GT;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The Vector API edition, for heads that share a vector or fill one, and for a head that is alone;
/// others go to the plain loops.
///
/// Lanes of a head are added in halves, which leaves the sum in all of them; the first of each head
/// are then moved together and stored. A head that is alone has all lanes to itself.
final class VectorHeadKernels implements HeadKernels {
  private static final VectorSpecies<Float> LANES = VectorKernels.LANES;
  private static final int LANE_COUNT = LANES.length();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final VectorShuffle<Float> SWAP_8 = swap(8);
  private static final VectorShuffle<Float> SWAP_4 = swap(4);
  private static final VectorShuffle<Float> SWAP_2 = swap(2);
  private static final VectorShuffle<Float> SWAP_1 = swap(1);

  private final ScalarHeadKernels scalar = new ScalarHeadKernels();

  private static VectorShuffle<Float> swap(int by) {
    return VectorShuffle.fromOp(LANES, lane -> (lane ^ by) % LANE_COUNT);
  }

  private static boolean takes(int heads, int width) {
    return heads == 1 || width <= LANE_COUNT && Integer.bitCount(width) == 1;
  }

  @Override
  public void dots(
      MemorySegment x,
      long xAt,
      MemorySegment y,
      long yAt,
      int heads,
      int width,
      float[] out,
      int at) {
    if (!takes(heads, width)) {
      scalar.dots(x, xAt, y, yAt, heads, width, out, at);
      return;
    }
    int columns = heads * width;
    requireColumns(x, xAt, y, yAt, columns);
    if (heads == 1) {
      FloatVector sum = FloatVector.zero(LANES);
      for (int c = 0; c < columns; c += LANE_COUNT) {
        VectorMask<Float> mask = LANES.indexInRange(c, columns);
        sum = sum.add(load(x, xAt, c, mask).mul(load(y, yAt, c, mask)));
      }
      out[at] = headSums(sum, LANE_COUNT).lane(0);
      return;
    }
    VectorShuffle<Float> firsts = VectorHeads.firsts(width);
    int heldHeads = LANE_COUNT / width;
    int to = at;
    for (int c = 0; c < columns; c += LANE_COUNT, to += heldHeads) {
      VectorMask<Float> mask = LANES.indexInRange(c, columns);
      FloatVector product = load(x, xAt, c, mask).mul(load(y, yAt, c, mask));
      headSums(product, width).rearrange(firsts).intoArray(out, to);
    }
  }

  @Override
  public void scores(
      MemorySegment x, long xAt, MemorySegment y, long yAt, LeakyScores of, float[] out, int at) {
    int width = of.width();
    if (!takes(of.heads(), width)) {
      scalar.scores(x, xAt, y, yAt, of, out, at);
      return;
    }
    int columns = of.heads() * width;
    requireColumns(x, xAt, y, yAt, columns);
    if (of.heads() == 1) {
      FloatVector sum = FloatVector.zero(LANES);
      for (int c = 0; c < columns; c += LANE_COUNT) {
        sum = sum.add(terms(x, xAt, y, yAt, of, c, LANES.indexInRange(c, columns)));
      }
      out[at] = headSums(sum, LANE_COUNT).lane(0);
      return;
    }
    VectorShuffle<Float> firsts = VectorHeads.firsts(width);
    int heldHeads = LANE_COUNT / width;
    int to = at;
    for (int c = 0; c < columns; c += LANE_COUNT, to += heldHeads) {
      FloatVector terms = terms(x, xAt, y, yAt, of, c, LANES.indexInRange(c, columns));
      headSums(terms, width).rearrange(firsts).intoArray(out, to);
    }
  }

  /// `a · LeakyReLU(x + y)`, 0 beyond the last column.
  private static FloatVector terms(
      MemorySegment x,
      long xAt,
      MemorySegment y,
      long yAt,
      LeakyScores of,
      int column,
      VectorMask<Float> mask) {
    FloatVector q = load(x, xAt, column, mask).add(load(y, yAt, column, mask));
    FloatVector bent = q.mul(of.slope()).blend(q, q.compare(GT, 0));
    return bent.mul(FloatVector.fromArray(LANES, of.a(), column, mask));
  }

  @Override
  public void scoreGradients(
      MemorySegment x,
      long xAt,
      MemorySegment y,
      long yAt,
      LeakyScores of,
      float[] d,
      float[] dQ,
      float[] dA) {
    int width = of.width();
    if (!takes(of.heads(), width)) {
      scalar.scoreGradients(x, xAt, y, yAt, of, d, dQ, dA);
      return;
    }
    boolean alone = of.heads() == 1;
    VectorShuffle<Float> spread = VectorHeads.spreading(width);
    int columns = of.heads() * width;
    requireColumns(x, xAt, y, yAt, columns);
    for (int c = 0; c < columns; c += LANE_COUNT) {
      VectorMask<Float> mask = LANES.indexInRange(c, columns);
      FloatVector q = load(x, xAt, c, mask).add(load(y, yAt, c, mask));
      FloatVector own =
          alone
              ? FloatVector.broadcast(LANES, d[0])
              : FloatVector.fromArray(LANES, d, c / width).rearrange(spread);
      own = own.mul(of.slope()).blend(own, q.compare(GT, 0));
      FloatVector a = FloatVector.fromArray(LANES, of.a(), c, mask);
      FloatVector.fromArray(LANES, dQ, c, mask).add(own.mul(a)).intoArray(dQ, c, mask);
      FloatVector.fromArray(LANES, dA, c, mask).add(own.mul(q)).intoArray(dA, c, mask);
    }
  }

  private static void requireColumns(
      MemorySegment x, long xAt, MemorySegment y, long yAt, int columns) {
    Objects.checkFromIndexSize(xAt, (long) columns * Float.BYTES, x.byteSize());
    Objects.checkFromIndexSize(yAt, (long) columns * Float.BYTES, y.byteSize());
  }

  private static FloatVector headSums(FloatVector terms, int width) {
    FloatVector sum = terms;
    if (width > 8) {
      sum = sum.add(sum.rearrange(SWAP_8));
    }
    if (width > 4) {
      sum = sum.add(sum.rearrange(SWAP_4));
    }
    if (width > 2) {
      sum = sum.add(sum.rearrange(SWAP_2));
    }
    if (width > 1) {
      sum = sum.add(sum.rearrange(SWAP_1));
    }
    return sum;
  }

  private static FloatVector load(
      MemorySegment segment, long at, int column, VectorMask<Float> mask) {
    return FloatVector.fromMemorySegment(
        LANES, segment, at + (long) column * Float.BYTES, ORDER, mask);
  }
}
