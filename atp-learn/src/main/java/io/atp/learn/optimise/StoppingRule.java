package io.atp.learn.optimise;

import io.atp.core.runtime.Require;

/// When training ends and which weights it ends with, by what validation shows after each epoch.
public sealed interface StoppingRule {
  /// All epochs, last weights; validation is not asked.
  record Fixed() implements StoppingRule {}

  /// All epochs, weights of the most accurate one.
  record Best() implements StoppingRule {}

  /// From the eleventh epoch on, ends when the loss exceeds the mean of the ten before it; last
  /// weights.
  record Window() implements StoppingRule {}

  /// Weights of the lowest loss; ends `patience` epochs after it.
  record Loss(int patience) implements StoppingRule {
    public Loss {
      Require.atLeast("patience", patience, 1);
    }
  }

  /// Weights of the highest accuracy; ends `patience` epochs after it.
  record Accuracy(int patience) implements StoppingRule {
    public Accuracy {
      Require.atLeast("patience", patience, 1);
    }
  }

  /// Patience begins anew when accuracy or loss is as good as ever; weights are kept only where
  /// both are.
  record Either(int patience) implements StoppingRule {
    public Either {
      Require.atLeast("patience", patience, 1);
    }
  }

  /// Patience as [Either]; weights of the highest accuracy, and among equals the lowest loss.
  record Ranked(int patience) implements StoppingRule {
    public Ranked {
      Require.atLeast("patience", patience, 1);
    }
  }

  /// Whether epochs are judged at all.
  default boolean asksValidation() {
    return !(this instanceof Fixed);
  }

  /// Whether the last weights are the result, whatever validation said.
  default boolean keepsLast() {
    return this instanceof Fixed || this instanceof Window;
  }

  /// Whether training may end before its last epoch.
  default boolean stopsEarly() {
    return !(this instanceof Fixed || this instanceof Best);
  }
}
