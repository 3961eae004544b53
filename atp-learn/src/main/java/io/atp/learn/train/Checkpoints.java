package io.atp.learn.train;

import java.util.Optional;

/// Where a run leaves its state from time to time, and finds it again.
public interface Checkpoints {
  /// Nothing is kept.
  Checkpoints NONE =
      new Checkpoints() {
        @Override
        public Optional<TrainingState> load() {
          return Optional.empty();
        }

        @Override
        public boolean due(int epoch) {
          return false;
        }

        @Override
        public void save(TrainingState state) {}

        @Override
        public Checkpoints stage(int number) {
          return this;
        }
      };

  /// The state an earlier process left, if any.
  Optional<TrainingState> load();

  /// Whether to save after this epoch.
  boolean due(int epoch);

  /// Replaces the state saved before, in one step.
  void save(TrainingState state);

  /// Where a stage of training before the last leaves its own.
  Checkpoints stage(int number);

  /// Time that was spent on the states loaded from here, where it is known.
  default double spentSeconds() {
    return 0;
  }
}
