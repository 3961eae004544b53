package io.atp.learn.model;

import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;

/// What an epoch of training consists of.
///
/// A step is drawn without looking at weights and depends on (epoch, number) alone. So steps can be
/// drawn ahead, on as many threads as there are, while an earlier one trains, and a run taken up
/// again sees the same ones.
public interface Steps {
  /// Steps of an epoch, at least one.
  ///
  /// @param epoch from 1 on
  int count(int epoch);

  /// Called from any thread; uses no engine, whose memory is the training thread's.
  ///
  /// @param number from 0 on
  Step draw(int epoch, int number);

  /// Whether drawing costs enough to be done ahead.
  default boolean ahead() {
    return true;
  }

  /// Nodes or a part of the graph, and what is to be learned from it.
  @FunctionalInterface
  interface Step {
    /// The loss to bring down. May be asked more than once.
    Tensor loss(Tape tape, Phase phase);
  }
}
