package io.atp.core.correct;

/// Which edges of a chosen node go first.
public enum MaskOrder {
  /// By a stateless hash of the seed and the two ends.
  RANDOM,
  /// Those whose two feature rows have the smallest cosine, ties by the hash. Beyond the paper,
  /// which names finer choices as future work.
  LEAST_ALIKE_FIRST
}
