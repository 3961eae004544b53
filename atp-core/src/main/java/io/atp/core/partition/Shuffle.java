package io.atp.core.partition;

import io.atp.core.runtime.StatelessHash;

/// Permutations that are hashes of (seed, purpose).
final class Shuffle {
  private Shuffle() {}

  static int[] of(int count, long seed, long purpose) {
    long mixed = StatelessHash.of(seed, purpose);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = StatelessHash.below(StatelessHash.mix(mixed + i), i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /// The same with small keys first: a counting sort that keeps the shuffled order of equal ones.
  static int[] byKey(int[] keys, int largest, long seed, long purpose) {
    int[] shuffled = of(keys.length, seed, purpose);
    int[] places = new int[largest + 2];
    for (int key : keys) {
      places[key + 1]++;
    }
    for (int key = 0; key <= largest; key++) {
      places[key + 1] += places[key];
    }
    int[] order = new int[keys.length];
    for (int node : shuffled) {
      order[places[keys[node]]++] = node;
    }
    return order;
  }
}
