package io.atp.learn.model;

import io.atp.core.runtime.Require;

/// How often a model is trained anew on what the one before it was sure of.
public sealed interface Stages {
  /// Once, on the training nodes.
  record Single() implements Stages {}

  /// Reliable label utilisation: from the second stage on a new model learns from the training
  /// nodes and from all others whose class the model before gives more than a threshold, and sees
  /// what that one thought of them among the labels it propagates.
  ///
  /// `L = b₁/(b₁+b₂) · CE + γ · b₂/(b₁+b₂) · mean_i[max p_i · KL(p_i ‖ q_i)]` for b₁ training nodes
  /// and b₂ others in a batch, p the teacher's probabilities and q the pupil's.
  ///
  /// @param count of stages, the first included
  /// @param threshold what the most probable class must exceed
  /// @param weight γ
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
  }
}
