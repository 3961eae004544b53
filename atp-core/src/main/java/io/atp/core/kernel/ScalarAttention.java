package io.atp.core.kernel;

import io.atp.core.runtime.StatelessHash;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The plain loops.
final class ScalarAttention implements AttentionKernels {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  @Override
  public void scores(float[] own, RowSource x, WeightedRows list, float slope, float[] w) {
    int heads = own.length;
    for (int k = 0, at = 0; k < list.count(); k++) {
      long from = x.at(list.rows()[k]);
      for (int head = 0; head < heads; head++, at++) {
        float q = own[head] + get(x, from, head);
        w[at] = q > 0 ? q : q * slope;
      }
    }
  }

  @Override
  public void softmax(float[] w, int entries, float[] largest, double[] sums) {
    int heads = sums.length;
    Arrays.fill(largest, Float.NEGATIVE_INFINITY);
    for (int k = 0, at = 0; k < entries; k++) {
      for (int head = 0; head < heads; head++, at++) {
        largest[head] = Math.max(largest[head], w[at]);
      }
    }
    Arrays.fill(sums, 0);
    for (int k = 0, at = 0; k < entries; k++) {
      for (int head = 0; head < heads; head++, at++) {
        float exponential = (float) WideExponential.of(w[at] - largest[head]);
        w[at] = exponential;
        sums[head] += exponential;
      }
    }
  }

  @Override
  public void takeSlopes(
      float[] own, RowSource x, WeightedRows list, float slope, float[] w, double[] sums) {
    int heads = own.length;
    Arrays.fill(sums, 0);
    for (int k = 0, at = 0; k < list.count(); k++) {
      long from = x.at(list.rows()[k]);
      for (int head = 0; head < heads; head++, at++) {
        float q = own[head] + get(x, from, head);
        w[at] *= q > 0 ? 1 : slope;
        sums[head] += w[at];
      }
    }
  }

  @Override
  public void recall(float[] w, RowSource facts, WeightedRows list, float slope, double[] sums) {
    int heads = sums.length;
    Arrays.fill(sums, 0);
    for (int k = 0, at = 0; k < list.count(); k++) {
      long from = facts.at(list.rows()[k]);
      for (int head = 0; head < heads; head++, at++) {
        float largest = get(facts, from, head);
        float inverse = get(facts, from, heads + head);
        float c = get(facts, from, 2 * heads + head);
        float lambda = w[at] > 0 ? 1 : slope;
        double alpha = WideExponential.of(w[at] - largest) * inverse;
        sums[head] += lambda * alpha * c;
        w[at] = (float) alpha;
      }
    }
  }

  @Override
  public void drop(float[] w, int entries, int heads, long[] hashes, long bound) {
    for (int k = 0, at = 0; k < entries; k++) {
      for (int head = 0; head < heads; head++, at++) {
        // All bits where the head stays, none where it goes: a branch nothing could predict.
        long above = (StatelessHash.then(hashes[k], head) >>> StatelessHash.SPARE_BITS) - bound;
        int kept = (int) ~(above >> 63);
        w[at] = Float.intBitsToFloat(Float.floatToRawIntBits(w[at]) & kept);
      }
    }
  }

  private static float get(RowSource source, long from, int column) {
    MemorySegment data = source.data();
    return data.get(FLOAT, from + (long) column * Float.BYTES);
  }
}
