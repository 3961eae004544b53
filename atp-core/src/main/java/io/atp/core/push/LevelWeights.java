package io.atp.core.push;

import io.atp.core.runtime.Require;
import java.util.Arrays;

/// w_0 … w_L: how much of each level of a walk counts in `Σ_l w_l · P^l`. None is negative and not
/// all are 0.
public record LevelWeights(double[] values) {
  public LevelWeights {
    double sum = 0;
    for (int level = 0; level < values.length; level++) {
      Require.that(
          values[level] >= 0 && values[level] < Double.POSITIVE_INFINITY,
          "the weight of level %d must be finite and not negative, got %s",
          level,
          values[level]);
      sum += values[level];
    }
    Require.that(
        sum > 0 && sum < Double.POSITIVE_INFINITY,
        "%d level weights sum to %s, which leaves nothing to add up",
        values.length,
        sum);
  }

  /// APPNP: `α(1−α)^l`, and `(1−α)^L` for the last level, whose walkers all stop there. Sums to 1.
  public static LevelWeights personalisedPageRank(int lastLevel, double restartProbability) {
    double[] values = powers(lastLevel, restartProbability);
    values[lastLevel] /= restartProbability;
    return new LevelWeights(values);
  }

  /// `α(1−α)^l`, cut off after L.
  public static LevelWeights truncatedPageRank(int lastLevel, double restartProbability) {
    return new LevelWeights(powers(lastLevel, restartProbability));
  }

  private static double[] powers(int lastLevel, double alpha) {
    Require.atLeast("lastLevel", lastLevel, 0);
    Require.that(alpha > 0 && alpha <= 1, "restartProbability must lie in (0, 1], got %s", alpha);
    double[] values = new double[lastLevel + 1];
    values[0] = alpha;
    for (int level = 1; level <= lastLevel; level++) {
      values[level] = values[level - 1] * (1 - alpha);
    }
    return values;
  }

  /// SGC: the last level alone.
  public static LevelWeights single(int lastLevel) {
    double[] values = new double[Require.atLeast("lastLevel", lastLevel, 0) + 1];
    values[lastLevel] = 1;
    return new LevelWeights(values);
  }

  /// Every level alike, summing to 1.
  public static LevelWeights average(int lastLevel) {
    double[] values = new double[Require.atLeast("lastLevel", lastLevel, 0) + 1];
    Arrays.fill(values, 1.0 / values.length);
    return new LevelWeights(values);
  }

  /// GDC: `e^−t · t^l / l!`, cut off after L.
  public static LevelWeights heat(int lastLevel, double time) {
    Require.within("heat time", time, 0, 700);
    double[] values = new double[Require.atLeast("lastLevel", lastLevel, 0) + 1];
    values[0] = StrictMath.exp(-time);
    for (int level = 1; level <= lastLevel; level++) {
      values[level] = values[level - 1] * time / level;
    }
    return new LevelWeights(values);
  }

  /// The same proportions, summing to 1.
  public LevelWeights normalised() {
    double sum = tails()[0];
    return new LevelWeights(Arrays.stream(values).map(value -> value / sum).toArray());
  }

  /// L.
  public int lastLevel() {
    return values.length - 1;
  }

  public double of(int level) {
    return values[level];
  }

  /// `Y_l = Σ_{k≥l} w_k` for l = 0 … L + 1.
  double[] tails() {
    double[] tails = new double[values.length + 1];
    for (int level = values.length - 1; level >= 0; level--) {
      tails[level] = tails[level + 1] + values[level];
    }
    return tails;
  }
}
