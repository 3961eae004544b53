package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.tensor.Matrix;

/// How often a model is trained anew on what the one before it was sure of.
///
/// From the second stage on a new model learns from the training nodes and from all others whose
/// class the model before gives more than a threshold, and sees what that one thought of them among
/// the labels it propagates.
///
/// `L = b₁/(b₁+b₂) · CE + γ · b₂/(b₁+b₂) · mean_i[max p_i · KL(p_i ‖ q_i)]` for b₁ training nodes
/// and b₂ others in a batch, p what was taught and q the pupil's probabilities.
public sealed interface Stages {
  /// The first included.
  int count();

  /// γ
  double weight();

  /// What a trained model hands on.
  ///
  /// @param logits its own, a row per node of the graph
  Lessons lessons(Matrix logits, int[] trainNodes);

  /// Once, on the training nodes.
  record Single() implements Stages {
    @Override
    public int count() {
      return 1;
    }

    @Override
    public double weight() {
      return 0;
    }

    @Override
    public Lessons lessons(Matrix logits, int[] trainNodes) {
      return Lessons.NONE;
    }
  }

  /// Reliable label utilisation: the teacher's probabilities are handed on.
  ///
  /// @param threshold what the most probable class must exceed
  /// @param temperature the teacher's logits are divided by
  record Reliable(int count, double threshold, double weight, double temperature)
      implements Stages {
    public Reliable {
      Require.atLeast("count", count, 2);
      Require.within("threshold", threshold, 0, 1);
      Require.that(
          weight >= 0 && Double.isFinite(weight), "weight must not be negative, got %s", weight);
      Require.that(
          temperature > 0 && Double.isFinite(temperature),
          "a temperature is positive, got %s",
          temperature);
    }

    @Override
    public Lessons lessons(Matrix logits, int[] trainNodes) {
      return Lessons.of(logits, trainNodes, threshold, temperature);
    }
  }

  /// Self-label enhancement: the teacher's choice is handed on as if it were the label, so that L
  /// is the mean cross-entropy over training nodes and taught ones alike.
  ///
  /// @param threshold what the most probable class must exceed
  record SelfLabelled(int count, double threshold) implements Stages {
    public SelfLabelled {
      Require.atLeast("count", count, 2);
      Require.within("threshold", threshold, 0, 1);
    }

    @Override
    public double weight() {
      return 1;
    }

    @Override
    public Lessons lessons(Matrix logits, int[] trainNodes) {
      return Lessons.of(logits, trainNodes, threshold, 1).decided();
    }
  }
}
