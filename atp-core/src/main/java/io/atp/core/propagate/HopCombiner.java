package io.atp.core.propagate;

import io.atp.core.runtime.Require;
import java.util.Arrays;

/// What is kept of X⁽⁰⁾ … X⁽ᴷ⁾.
public sealed interface HopCombiner {
  /// Every hop, X itself as hop 0.
  record All() implements HopCombiner {}

  /// X⁽ᴷ⁾ alone.
  record Last() implements HopCombiner {}

  /// `Σ_k weights[k] · X⁽ᵏ⁾`, added up on the way: the hops are never stored.
  record Weighted(double[] weights) implements HopCombiner {
    public Weighted {
      Require.that(weights.length > 0, "a weighted sum of hops needs at least one weight");
      for (int hop = 0; hop < weights.length; hop++) {
        Require.finite("weight of hop " + hop, weights[hop]);
      }
    }
  }

  /// `1/(K+1)` for each hop.
  static HopCombiner mean(int hopCount) {
    double[] weights = new double[hopCount + 1];
    Arrays.fill(weights, 1.0 / (hopCount + 1));
    return new Weighted(weights);
  }

  /// Personalised PageRank: `α(1−α)^k`, and `(1−α)^K` for the last, so that the weights sum to 1.
  static HopCombiner personalisedPageRank(int hopCount, double restartProbability) {
    Require.share("restartProbability", restartProbability);
    double[] weights = new double[hopCount + 1];
    double left = 1;
    for (int hop = 0; hop < hopCount; hop++) {
      weights[hop] = restartProbability * left;
      left *= 1 - restartProbability;
    }
    weights[hopCount] = left;
    return new Weighted(weights);
  }

  /// Heat kernel: `e^−t · t^k / k!`, truncated after K and not rescaled.
  static HopCombiner heat(int hopCount, double time) {
    Require.within("heat time", time, 0, 700);
    double[] weights = new double[hopCount + 1];
    weights[0] = StrictMath.exp(-time);
    for (int hop = 1; hop <= hopCount; hop++) {
      weights[hop] = weights[hop - 1] * time / hop;
    }
    return new Weighted(weights);
  }
}
