package io.atp.learn.sample;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;

/// Independent draws of places with probability `q_i = w_i / Σw`.
public final class CumulativeWeights {
  private final double[] sums;

  /// @param weights not negative, with a finite sum above 0
  public CumulativeWeights(double[] weights) {
    sums = new double[weights.length];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i];
      sums[i] = sum;
    }
    Require.that(
        sum > 0 && Double.isFinite(sum), "weights to draw by must have a sum above 0, got %s", sum);
  }

  /// q_i.
  public double probability(int place) {
    return (sums[place] - (place == 0 ? 0 : sums[place - 1])) / sums[sums.length - 1];
  }

  /// @param places those drawn, increasing, each once
  /// @param counts how often each was
  public record Drawn(int[] places, int[] counts) {}

  /// Draws with replacement.
  public Drawn draw(int count, long seed) {
    int[] all = new int[count];
    double total = sums[sums.length - 1];
    for (int k = 0; k < count; k++) {
      all[k] = find(total * StatelessHash.unit(StatelessHash.of(seed, k)));
    }
    Arrays.sort(all);
    int[] counts = new int[count];
    int kept = 0;
    for (int k = 0; k < count; k++) {
      if (k == 0 || all[k] != all[k - 1]) {
        all[kept++] = all[k];
      }
      counts[kept - 1]++;
    }
    return new Drawn(Arrays.copyOf(all, kept), Arrays.copyOf(counts, kept));
  }

  /// The first place whose sum exceeds the height; one of weight 0 never is.
  private int find(double height) {
    int low = 0;
    int high = sums.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sums[middle] > height) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
