package io.atp.core.correct;

/// Which nodes count as high-bias, and how many of their edges are hidden from whom.
public record CorrectionConfig(
    NodeChoice choice, MaskBudget budget, MaskBy by, MaskOrder order, long seed) {
  /// θ = 0.1, s = 0.2, M = 0.5 as the paper advises, whole edges at random.
  public static CorrectionConfig defaults() {
    return new CorrectionConfig(
        new NodeChoice.TopAndSampled(0.1, 0.2),
        new MaskBudget.MaskedShare(0.5),
        MaskBy.EDGES,
        MaskOrder.RANDOM,
        0);
  }

  public CorrectionConfig withSeed(long other) {
    return new CorrectionConfig(choice, budget, by, order, other);
  }
}
