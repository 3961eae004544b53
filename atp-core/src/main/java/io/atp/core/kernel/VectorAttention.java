package io.atp.core.kernel;

import static jdk.incubator.vector.VectorOperators.D2F;
import static jdk.incubator.vector.VectorOperators.F2D;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;

import io.atp.core.runtime.StatelessHash;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// The Vector API edition, for as many heads as fill vectors of doubles; others go to the plain
/// loops. A lane is a head, and goes through the operations of [ScalarAttention] one by one.
final class VectorAttention implements AttentionKernels {
  private static final VectorSpecies<Double> DOUBLES =
      VectorSpecies.of(double.class, VectorKernels.LANES.vectorShape());
  private static final VectorSpecies<Long> LONGS =
      VectorSpecies.of(long.class, DOUBLES.vectorShape());
  private static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(float.class, VectorShape.forBitSize(DOUBLES.vectorBitSize() / 2));
  private static final int LANE_COUNT = DOUBLES.length();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  /// Added and taken away again, rounds to a whole number, which its low bits hold.
  private static final double ROUNDER = 0x1.8p52;

  private final ScalarAttention scalar = new ScalarAttention();

  private static boolean takes(int heads) {
    return heads % LANE_COUNT == 0;
  }

  @Override
  public void scores(float[] own, RowSource x, WeightedRows list, float slope, float[] w) {
    int heads = own.length;
    if (!takes(heads)) {
      scalar.scores(own, x, list, slope, w);
      return;
    }
    Objects.checkFromIndexSize(0, heads, x.columns());
    for (int head = 0; head < heads; head += LANE_COUNT) {
      FloatVector mine = FloatVector.fromArray(FLOATS, own, head);
      for (int k = 0; k < list.count(); k++) {
        FloatVector q = load(x, list.rows()[k], head).add(mine);
        q.mul(slope).blend(q, q.compare(GT, 0)).intoArray(w, k * heads + head);
      }
    }
  }

  @Override
  public void softmax(float[] w, int entries, float[] largest, double[] sums) {
    int heads = sums.length;
    if (!takes(heads)) {
      scalar.softmax(w, entries, largest, sums);
      return;
    }
    for (int head = 0; head < heads; head += LANE_COUNT) {
      findLargest(w, entries, heads, head, largest);
      exponentiate(w, entries, heads, head, largest);
      add(w, entries, heads, head, sums);
    }
  }

  // Three methods, because the last calls of a long one are compiled as calls, which box vectors.

  private static void findLargest(float[] w, int entries, int heads, int head, float[] largest) {
    FloatVector most = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
    for (int k = 0; k < entries; k++) {
      most = most.max(FloatVector.fromArray(FLOATS, w, k * heads + head));
    }
    most.intoArray(largest, head);
  }

  private static void exponentiate(float[] w, int entries, int heads, int head, float[] largest) {
    FloatVector most = FloatVector.fromArray(FLOATS, largest, head);
    for (int k = 0; k < entries; k++) {
      int at = k * heads + head;
      narrow(exp(widen(FloatVector.fromArray(FLOATS, w, at).sub(most)))).intoArray(w, at);
    }
  }

  private static void add(float[] w, int entries, int heads, int head, double[] sums) {
    DoubleVector sum = DoubleVector.zero(DOUBLES);
    for (int k = 0; k < entries; k++) {
      sum = sum.add(widen(FloatVector.fromArray(FLOATS, w, k * heads + head)));
    }
    sum.intoArray(sums, head);
  }

  @Override
  public void takeSlopes(
      float[] own, RowSource x, WeightedRows list, float slope, float[] w, double[] sums) {
    int heads = own.length;
    if (!takes(heads)) {
      scalar.takeSlopes(own, x, list, slope, w, sums);
      return;
    }
    Objects.checkFromIndexSize(0, heads, x.columns());
    for (int head = 0; head < heads; head += LANE_COUNT) {
      FloatVector mine = FloatVector.fromArray(FLOATS, own, head);
      DoubleVector sum = DoubleVector.zero(DOUBLES);
      for (int k = 0; k < list.count(); k++) {
        int at = k * heads + head;
        FloatVector q = load(x, list.rows()[k], head).add(mine);
        FloatVector weight = FloatVector.fromArray(FLOATS, w, at).mul(slopes(q, slope));
        weight.intoArray(w, at);
        sum = sum.add(widen(weight));
      }
      sum.intoArray(sums, head);
    }
  }

  @Override
  public void recall(float[] w, RowSource facts, WeightedRows list, float slope, double[] sums) {
    int heads = sums.length;
    if (!takes(heads)) {
      scalar.recall(w, facts, list, slope, sums);
      return;
    }
    Objects.checkFromIndexSize(0, FACTS * heads, facts.columns());
    long next = (long) heads * Float.BYTES;
    for (int head = 0; head < heads; head += LANE_COUNT) {
      DoubleVector sum = DoubleVector.zero(DOUBLES);
      for (int k = 0; k < list.count(); k++) {
        int at = k * heads + head;
        FloatVector score = FloatVector.fromArray(FLOATS, w, at);
        // A method as long as this has its last calls compiled as calls, which box vectors: the
        // exponential comes first, and what follows is written out.
        long fact = facts.at(list.rows()[k]) + (long) head * Float.BYTES;
        FloatVector largest = FloatVector.fromMemorySegment(FLOATS, facts.data(), fact, ORDER);
        DoubleVector exponential = exp(widen(score.sub(largest)));
        DoubleVector inverse =
            (DoubleVector)
                FloatVector.fromMemorySegment(FLOATS, facts.data(), fact + next, ORDER)
                    .convertShape(F2D, DOUBLES, 0);
        DoubleVector c =
            (DoubleVector)
                FloatVector.fromMemorySegment(FLOATS, facts.data(), fact + 2 * next, ORDER)
                    .convertShape(F2D, DOUBLES, 0);
        DoubleVector alpha = exponential.mul(inverse);
        DoubleVector lambda =
            (DoubleVector)
                FloatVector.broadcast(FLOATS, slope)
                    .blend(1, score.compare(GT, 0))
                    .convertShape(F2D, DOUBLES, 0);
        sum = sum.add(lambda.mul(alpha).mul(c));
        ((FloatVector) alpha.convertShape(D2F, FLOATS, 0)).intoArray(w, at);
      }
      sum.intoArray(sums, head);
    }
  }

  @Override
  public void drop(float[] w, int entries, int heads, long[] hashes, long bound) {
    if (!takes(heads)) {
      scalar.drop(w, entries, heads, hashes, bound);
      return;
    }
    long[] words = new long[LANE_COUNT];
    for (int head = 0; head < heads; head += LANE_COUNT) {
      for (int lane = 0; lane < LANE_COUNT; lane++) {
        words[lane] = (head + lane) * StatelessHash.WORD_FACTOR;
      }
      LongVector word = LongVector.fromArray(LONGS, words, 0);
      for (int k = 0; k < entries; k++) {
        int at = k * heads + head;
        LongVector hash = shifted(word.add(hashes[k]), 30).mul(StatelessHash.FIRST_FACTOR);
        hash = shifted(shifted(hash, 27).mul(StatelessHash.SECOND_FACTOR), 31);
        VectorMask<Float> kept =
            hash.lanewise(LSHR, StatelessHash.SPARE_BITS).compare(GE, bound).cast(FLOATS);
        FloatVector.zero(FLOATS).blend(FloatVector.fromArray(FLOATS, w, at), kept).intoArray(w, at);
      }
    }
  }

  private static LongVector shifted(LongVector word, int by) {
    return word.lanewise(XOR, word.lanewise(LSHR, by));
  }

  /// [WideExponential#of] on every lane.
  private static DoubleVector exp(DoubleVector x) {
    DoubleVector t = x.mul(WideExponential.LOG2_E);
    DoubleVector rounded = t.add(ROUNDER);
    DoubleVector k = rounded.sub(ROUNDER);
    DoubleVector f = t.sub(k).mul(WideExponential.LN_2);
    DoubleVector f2 = f.mul(f);
    DoubleVector low = f.add(1).add(f.mul(1.0 / 6).add(1.0 / 2).mul(f2));
    DoubleVector high =
        f.mul(1.0 / 120).add(1.0 / 24).add(f.mul(1.0 / 5040).add(1.0 / 720).mul(f2));
    DoubleVector series = low.add(high.mul(f2.mul(f2)));
    LongVector exponent =
        rounded
            .reinterpretAsLongs()
            .sub(Double.doubleToRawLongBits(ROUNDER) - WideExponential.BIAS)
            .lanewise(LSHL, WideExponential.FRACTION_BITS);
    return series
        .mul(exponent.reinterpretAsDoubles())
        .blend(0, x.compare(LE, WideExponential.LEAST))
        .blend(Double.POSITIVE_INFINITY, x.compare(GE, WideExponential.MOST));
  }

  /// λ: 1 where q is more than 0.
  private static FloatVector slopes(FloatVector q, float slope) {
    return FloatVector.broadcast(FLOATS, slope).blend(1, q.compare(GT, 0));
  }

  private static DoubleVector widen(FloatVector floats) {
    return (DoubleVector) floats.convertShape(F2D, DOUBLES, 0);
  }

  private static FloatVector narrow(DoubleVector doubles) {
    return (FloatVector) doubles.convertShape(D2F, FLOATS, 0);
  }

  private static FloatVector load(RowSource source, int row, int column) {
    return FloatVector.fromMemorySegment(
        FLOATS, source.data(), source.at(row) + (long) column * Float.BYTES, ORDER);
  }
}
