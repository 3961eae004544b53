package io.atp.learn.tensor;

import io.atp.core.runtime.StatelessHash;

/// Whether a forward pass trains or judges, and the randomness of this one pass.
///
/// Each dropout of a pass draws the next seed. A pass runs on one thread in a fixed order, so the
/// n-th draw of a given (run, epoch, batch) is the same on any machine.
public final class Phase {
  private final boolean training;
  private final long seed;
  private final long step;
  private final boolean repeated;
  private long drawn;

  private Phase(boolean training, long seed, long step, boolean repeated) {
    this.training = training;
    this.seed = seed;
    this.step = step;
    this.repeated = repeated;
  }

  /// The first step of a run.
  ///
  /// @param seed a hash of the run's seed, the epoch and the batch
  public static Phase training(long seed) {
    return training(seed, 0);
  }

  /// @param step how many steps the optimiser has taken before this one, in this process or in the
  ///   one whose checkpoint it took up
  public static Phase training(long seed, long step) {
    return new Phase(true, seed, step, false);
  }

  /// Nothing is dropped, running statistics are used and left alone.
  public static Phase judging() {
    return new Phase(false, 0, 0, false);
  }

  public boolean isTraining() {
    return training;
  }

  /// A phase of its own for a part of this pass, whose draws do not move those that follow.
  public Phase part() {
    return new Phase(training, training ? nextSeed() : 0, step, repeated);
  }

  /// The same draws once more, from the first on, for a part of the pass that is computed again on
  /// the way back. What training remembers of a pass, such as running means, it has seen already.
  public Phase again() {
    return new Phase(training, seed, step, true);
  }

  /// Whether this is the first time that training sees this pass.
  public boolean remembers() {
    return training && !repeated;
  }

  /// Steps before this one, for losses that change as training goes on.
  public long step() {
    return step;
  }

  /// The seed of the next random op of this pass.
  public long nextSeed() {
    return StatelessHash.of(seed, drawn++);
  }
}
