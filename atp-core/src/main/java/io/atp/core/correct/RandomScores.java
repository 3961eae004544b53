package io.atp.core.correct;

import io.atp.core.runtime.StatelessHash;

/// `score = unit(hash(seed, role, min(u,v), max(u,v)))`, the role saying which end decides: uniform
/// and independent, so that a chosen node gives up each edge with probability M and an edge between
/// two chosen nodes goes with probability 1 − (1 − M)².
record RandomScores(long seed) implements EdgeScores {
  @Override
  public double score(int decider, int neighbour) {
    return decider < neighbour
        ? StatelessHash.unit(StatelessHash.of(seed, Purpose.LOWER_END, decider, neighbour))
        : StatelessHash.unit(StatelessHash.of(seed, Purpose.HIGHER_END, neighbour, decider));
  }
}
