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
    int whole = LANES.loopBound(columns);
    int to = at;
    // Not masked, where they need not be: masked loads are compiled as calls here, which box.
    for (int c = 0; c < whole; c += LANE_COUNT, to += heldHeads) {
      FloatVector product = load(x, xAt, c).mul(load(y, yAt, c));
      headSums(product, width).rearrange(firsts).intoArray(out, to);
    }
    if (whole < columns) {
      VectorMask<Float> mask = LANES.indexInRange(whole, columns);
      FloatVector product = load(x, xAt, whole, mask).mul(load(y, yAt, whole, mask));
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

  /// Whether every vector of a row is full.
  private static boolean fills(int heads, int width) {
    return heads > 1 && takes(heads, width) && heads * width % LANE_COUNT == 0;
  }

  /// Whether there is one head and it fits into a vector.
  private static boolean isShort(int heads, int width) {
    return heads == 1 && width <= LANE_COUNT;
  }

  /// The sum of all lanes, as for a head that is alone.
  private static float total(FloatVector terms) {
    return headSums(FloatVector.zero(LANES).add(terms), LANE_COUNT).lane(0);
  }

  // Each loop has a method of its own: of one method with several, the last calls are compiled as
  // calls, which box vectors.

  @Override
  public void dots(
      MemorySegment x,
      long xAt,
      RowSource rows,
      WeightedRows list,
      int heads,
      int width,
      float[] out) {
    if (isShort(heads, width)) {
      shortDots(x, xAt, rows, list, width, out);
    } else if (fills(heads, width)) {
      wholeDots(x, xAt, rows, list, heads, width, out);
    } else {
      HeadKernels.super.dots(x, xAt, rows, list, heads, width, out);
    }
  }

  private static void shortDots(
      MemorySegment x, long xAt, RowSource rows, WeightedRows list, int width, float[] out) {
    VectorMask<Float> mask = LANES.indexInRange(0, requireColumns(x, xAt, rows, width));
    FloatVector own = load(x, xAt, 0, mask);
    for (int k = 0; k < list.count(); k++) {
      out[k] = total(own.mul(load(rows.data(), rows.at(list.rows()[k]), 0, mask)));
    }
  }

  /// Vector after vector down the list, so that what belongs to x is loaded once.
  private static void wholeDots(
      MemorySegment x,
      long xAt,
      RowSource rows,
      WeightedRows list,
      int heads,
      int width,
      float[] out) {
    VectorShuffle<Float> firsts = VectorHeads.firsts(width);
    VectorMask<Float> held = LANES.indexInRange(0, LANE_COUNT / width);
    int columns = requireColumns(x, xAt, rows, heads * width);
    for (int c = 0; c < columns; c += LANE_COUNT) {
      FloatVector own = load(x, xAt, c);
      for (int k = 0; k < list.count(); k++) {
        FloatVector product = own.mul(load(rows.data(), rows.at(list.rows()[k]), c));
        int to = k * heads + c / width;
        headSums(product, width).rearrange(firsts).intoArray(out, to, held);
      }
    }
  }

  @Override
  public void scores(
      MemorySegment x, long xAt, RowSource rows, WeightedRows list, LeakyScores of, float[] out) {
    if (isShort(of.heads(), of.width())) {
      shortScores(x, xAt, rows, list, of, out);
    } else if (fills(of.heads(), of.width())) {
      wholeScores(x, xAt, rows, list, of, out);
    } else {
      HeadKernels.super.scores(x, xAt, rows, list, of, out);
    }
  }

  private static void shortScores(
      MemorySegment x, long xAt, RowSource rows, WeightedRows list, LeakyScores of, float[] out) {
    VectorMask<Float> mask = LANES.indexInRange(0, requireColumns(x, xAt, rows, of.width()));
    FloatVector own = load(x, xAt, 0, mask);
    FloatVector a = FloatVector.fromArray(LANES, of.a(), 0, mask);
    for (int k = 0; k < list.count(); k++) {
      FloatVector q = own.add(load(rows.data(), rows.at(list.rows()[k]), 0, mask));
      out[k] = total(q.mul(of.slope()).blend(q, q.compare(GT, 0)).mul(a));
    }
  }

  private static void wholeScores(
      MemorySegment x, long xAt, RowSource rows, WeightedRows list, LeakyScores of, float[] out) {
    int width = of.width();
    VectorShuffle<Float> firsts = VectorHeads.firsts(width);
    VectorMask<Float> held = LANES.indexInRange(0, LANE_COUNT / width);
    int columns = requireColumns(x, xAt, rows, of.heads() * width);
    for (int c = 0; c < columns; c += LANE_COUNT) {
      FloatVector own = load(x, xAt, c);
      FloatVector a = FloatVector.fromArray(LANES, of.a(), c);
      for (int k = 0; k < list.count(); k++) {
        FloatVector q = own.add(load(rows.data(), rows.at(list.rows()[k]), c));
        FloatVector terms = q.mul(of.slope()).blend(q, q.compare(GT, 0)).mul(a);
        int to = k * of.heads() + c / width;
        headSums(terms, width).rearrange(firsts).intoArray(out, to, held);
      }
    }
  }

  @Override
  public void scoreGradients(
      MemorySegment x,
      long xAt,
      RowSource rows,
      WeightedRows list,
      LeakyScores of,
      float[] d,
      float[] dQ,
      float[] dA) {
    if (isShort(of.heads(), of.width())) {
      shortGradients(x, xAt, rows, list, of, d, dQ, dA);
    } else if (fills(of.heads(), of.width())) {
      wholeGradients(x, xAt, rows, list, of, d, dQ, dA);
    } else {
      HeadKernels.super.scoreGradients(x, xAt, rows, list, of, d, dQ, dA);
    }
  }

  /// Sums stay in vectors until the list ends.
  private static void shortGradients(
      MemorySegment x,
      long xAt,
      RowSource rows,
      WeightedRows list,
      LeakyScores of,
      float[] d,
      float[] dQ,
      float[] dA) {
    VectorMask<Float> mask = LANES.indexInRange(0, requireColumns(x, xAt, rows, of.width()));
    FloatVector own = load(x, xAt, 0, mask);
    FloatVector a = FloatVector.fromArray(LANES, of.a(), 0, mask);
    FloatVector sumQ = FloatVector.fromArray(LANES, dQ, 0, mask);
    FloatVector sumA = FloatVector.fromArray(LANES, dA, 0, mask);
    for (int k = 0; k < list.count(); k++) {
      FloatVector q = own.add(load(rows.data(), rows.at(list.rows()[k]), 0, mask));
      FloatVector plain = FloatVector.broadcast(LANES, d[k]);
      FloatVector sloped = plain.mul(of.slope()).blend(plain, q.compare(GT, 0));
      sumQ = sumQ.add(sloped.mul(a));
      sumA = sumA.add(sloped.mul(q));
    }
    sumQ.intoArray(dQ, 0, mask);
    sumA.intoArray(dA, 0, mask);
  }

  /// The same, vector after vector.
  private static void wholeGradients(
      MemorySegment x,
      long xAt,
      RowSource rows,
      WeightedRows list,
      LeakyScores of,
      float[] d,
      float[] dQ,
      float[] dA) {
    int width = of.width();
    VectorShuffle<Float> spread = VectorHeads.spreading(width);
    int columns = requireColumns(x, xAt, rows, of.heads() * width);
    for (int c = 0; c < columns; c += LANE_COUNT) {
      FloatVector own = load(x, xAt, c);
      FloatVector a = FloatVector.fromArray(LANES, of.a(), c);
      FloatVector sumQ = FloatVector.fromArray(LANES, dQ, c);
      FloatVector sumA = FloatVector.fromArray(LANES, dA, c);
      for (int k = 0; k < list.count(); k++) {
        FloatVector q = own.add(load(rows.data(), rows.at(list.rows()[k]), c));
        int from = k * of.heads() + c / width;
        FloatVector plain = FloatVector.fromArray(LANES, d, from).rearrange(spread);
        FloatVector sloped = plain.mul(of.slope()).blend(plain, q.compare(GT, 0));
        sumQ = sumQ.add(sloped.mul(a));
        sumA = sumA.add(sloped.mul(q));
      }
      sumQ.intoArray(dQ, c);
      sumA.intoArray(dA, c);
    }
  }

  private static int requireColumns(MemorySegment x, long xAt, RowSource rows, int columns) {
    Objects.checkFromIndexSize(xAt, (long) columns * Float.BYTES, x.byteSize());
    Objects.checkFromIndexSize(0, columns, rows.columns());
    return columns;
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

  private static FloatVector load(MemorySegment segment, long at, int column) {
    return FloatVector.fromMemorySegment(LANES, segment, at + (long) column * Float.BYTES, ORDER);
  }

  private static FloatVector load(
      MemorySegment segment, long at, int column, VectorMask<Float> mask) {
    return FloatVector.fromMemorySegment(
        LANES, segment, at + (long) column * Float.BYTES, ORDER, mask);
  }
}
