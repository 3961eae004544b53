package io.atp.learn.tensor;

import io.atp.core.runtime.StatelessHash;

/// Whether a forward pass trains or judges, and the randomness of this one pass.
///
/// Each dropout of a pass draws the next seed. A pass runs on one thread in a fixed order, so the
/// n-th draw of a given (run, epoch, batch) is the same on any machine.
public final class Phase {
  private final boolean training;
  private final long seed;
  private long drawn;

  private Phase(boolean training, long seed) {
    this.training = training;
    this.seed = seed;
  }

  /// @param seed a hash of the run's seed, the epoch and the batch
  public static Phase training(long seed) {
    return new Phase(true, seed);
  }

  /// Nothing is dropped, running statistics are used and left alone.
  public static Phase judging() {
    return new Phase(false, 0);
  }

  public boolean isTraining() {
    return training;
  }

  /// The seed of the next random op of this pass.
  public long nextSeed() {
    return StatelessHash.of(seed, drawn++);
  }
}
