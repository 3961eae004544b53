package io.atp.learn.sample;

import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Draws without replacement.
public final class DistinctDraws {
  private DistinctDraws() {}

  /// Places one after another, each with a probability in proportion to its weight among those
  /// left; all places of weight above 0 where there are no more than `count`.
  ///
  /// Place i waits for an exponential time of rate w_i, and the first to arrive are taken: the same
  /// law, and no draw hangs on another.
  ///
  /// @return increasing
  public static int[] byWeight(double[] weights, int count, long seed) {
    int[] possible = IntStream.range(0, weights.length).filter(i -> weights[i] > 0).toArray();
    if (possible.length <= count) {
      return possible;
    }
    double[] times = new double[weights.length];
    for (int i : possible) {
      double unit = StatelessHash.unit(StatelessHash.of(seed, i));
      times[i] = -StrictMath.log1p(-unit) / weights[i];
    }
    double[] sorted = IntStream.of(possible).mapToDouble(i -> times[i]).sorted().toArray();
    double last = sorted[count - 1];
    return IntStream.of(possible).filter(i -> times[i] <= last).limit(count).toArray();
  }

  /// `count` of the numbers below `bound`, all sets alike; all of them where there are no more.
  ///
  /// Floyd's way: for each of the last `count` numbers j one draw up to j, and j itself where that
  /// has been drawn.
  ///
  /// @return increasing
  public static int[] uniform(int bound, int count, long seed) {
    if (bound <= count) {
      return IntStream.range(0, bound).toArray();
    }
    int[] drawn = new int[count];
    for (int k = 0; k < count; k++) {
      int j = bound - count + k;
      int candidate = StatelessHash.below(StatelessHash.of(seed, k), j + 1);
      int at = Arrays.binarySearch(drawn, 0, k, candidate);
      if (at >= 0) {
        drawn[k] = j; // larger than all before it
      } else {
        System.arraycopy(drawn, -at - 1, drawn, -at, k + at + 1);
        drawn[-at - 1] = candidate;
      }
    }
    return drawn;
  }
}
