package io.atp.core.propagate;

import io.atp.core.runtime.Require;

/// How far features travel, what is kept of the journey, and what it may cost.
///
/// One hop is `X⁽ᵏ⁺¹⁾ = (1 − restartShare) · ((1 − lazyShare) · P̃ + lazyShare · I) · X⁽ᵏ⁾ +
/// restartShare · X⁽⁰⁾`.
///
/// @param hopCount K
/// @param lazyShare α of the lazy operator; the published code uses 0.1 for SIGN, GAMLP and GBP
/// @param restartShare α of APPNP's restart
/// @param order in which order rows are kept while they are worked on; never changes a result
/// @param memoryBytes resident bytes the propagation may use, graph included; 0 for no limit
public record PropagationConfig(
    int hopCount,
    HopCombiner combiner,
    double lazyShare,
    double restartShare,
    RowOrder order,
    long memoryBytes) {
  /// Where a row lies in memory.
  public enum RowOrder {
    /// By node id.
    AS_GIVEN,
    /// Hubs first, so that the rows most often gathered share pages. Costs a second copy of the
    /// topology.
    BY_DEGREE,
    /// Communities together, so that most rows gathered lie in the cache. Costs about two hops of a
    /// panel and a second copy of the topology.
    BY_COMMUNITY,
    /// By community where that is likely to pay: see [OrderChoice].
    AUTO
  }

  public PropagationConfig {
    Require.atLeast("hopCount", hopCount, 0);
    Require.share("lazyShare", lazyShare);
    Require.share("restartShare", restartShare);
    Require.atLeast("memoryBytes", memoryBytes, 0L);
    if (combiner instanceof HopCombiner.Weighted(double[] weights)) {
      Require.that(
          weights.length == hopCount + 1,
          "%d hops need %d weights, got %d",
          hopCount,
          hopCount + 1,
          weights.length);
    }
  }

  public static PropagationConfig of(int hopCount, HopCombiner combiner) {
    return new PropagationConfig(hopCount, combiner, 0, 0, RowOrder.AUTO, 0);
  }

  public PropagationConfig withLazyShare(double share) {
    return new PropagationConfig(hopCount, combiner, share, restartShare, order, memoryBytes);
  }

  public PropagationConfig withRestartShare(double share) {
    return new PropagationConfig(hopCount, combiner, lazyShare, share, order, memoryBytes);
  }

  public PropagationConfig withOrder(RowOrder rowOrder) {
    return new PropagationConfig(
        hopCount, combiner, lazyShare, restartShare, rowOrder, memoryBytes);
  }

  public PropagationConfig withMemoryBytes(long bytes) {
    return new PropagationConfig(hopCount, combiner, lazyShare, restartShare, order, bytes);
  }

  /// Whether an order other than that of ids was asked for.
  boolean movesRows() {
    return order == RowOrder.BY_DEGREE || order == RowOrder.BY_COMMUNITY;
  }

  /// How many matrices come out: one per hop, or one.
  public int outputCount() {
    return combiner instanceof HopCombiner.All ? hopCount + 1 : 1;
  }

  /// Each result as a sum over the powers of the lazy operator W, by result and hop: `X⁽ᵏ⁾ =
  /// Σ_{h<k} α(1−α)^h Wʰ X + (1−α)^k Wᵏ X` with α the restart.
  public double[][] hopWeights() {
    double[][] states = new double[hopCount + 1][hopCount + 1];
    for (int k = 0; k <= hopCount; k++) {
      double left = 1;
      for (int hop = 0; hop < k; hop++) {
        states[k][hop] = restartShare * left;
        left *= 1 - restartShare;
      }
      states[k][k] = left;
    }
    return switch (combiner) {
      case HopCombiner.All() -> states;
      case HopCombiner.Last() -> new double[][] {states[hopCount]};
      case HopCombiner.Weighted(double[] weights) -> {
        double[] sum = new double[hopCount + 1];
        for (int k = 0; k <= hopCount; k++) {
          for (int hop = 0; hop <= k; hop++) {
            sum[hop] += weights[k] * states[k][hop];
          }
        }
        yield new double[][] {sum};
      }
    };
  }

  /// What a hop multiplies the sum of row i with, `(1−lazy)(1−restart) · ℓ_i · ρ_i`: the walk works
  /// on `ρ · X`, which folds the scalings of two consecutive hops into one.
  public float stepFactor(double left, double right) {
    return (float) ((1 - lazyShare) * (1 - restartShare) * left * right);
  }

  /// The share of the row itself that a hop keeps.
  public float keptShare() {
    return (float) (lazyShare * (1 - restartShare));
  }
}
