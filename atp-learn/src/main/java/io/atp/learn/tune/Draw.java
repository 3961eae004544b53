package io.atp.learn.tune;

import io.atp.core.runtime.StatelessHash;
import java.util.List;

/// A row of draws, each of its own hash.
final class Draw {
  private final long seed;
  private final int number;
  private int drawn;

  Draw(long seed, int number) {
    this.seed = seed;
    this.number = number;
  }

  private long next() {
    return StatelessHash.of(seed, number, drawn++);
  }

  boolean chance(double share) {
    return StatelessHash.unit(next()) < share;
  }

  <T> T of(List<T> values) {
    return values.get(StatelessHash.below(next(), values.size()));
  }
}
