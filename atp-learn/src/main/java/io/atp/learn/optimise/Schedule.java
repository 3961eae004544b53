package io.atp.learn.optimise;

import io.atp.core.runtime.Require;

/// How the learning rate changes over epochs; epochs count from 0.
public sealed interface Schedule {
  /// Always 1.
  record Constant() implements Schedule {}

  /// `factor^⌊epoch / every⌋`.
  record Steps(int every, double factor) implements Schedule {
    public Steps {
      Require.atLeast("every", every, 1);
      Require.share("factor", factor);
    }
  }

  /// `(1 + cos(π · epoch / epochs)) / 2`.
  record Cosine(int epochs) implements Schedule {
    public Cosine {
      Require.atLeast("epochs", epochs, 1);
    }
  }

  /// Rises evenly to 1 over the first epochs, then stays.
  record WarmUp(int epochs) implements Schedule {
    public WarmUp {
      Require.atLeast("epochs", epochs, 1);
    }
  }

  /// What every learning rate is multiplied with in this epoch.
  default double factor(int epoch) {
    return switch (this) {
      case Constant() -> 1;
      case Steps(int every, double factor) -> StrictMath.pow(factor, epoch / every);
      case Cosine(int epochs) ->
          (1 + StrictMath.cos(Math.PI * Math.min(epoch, epochs) / epochs)) / 2;
      case WarmUp(int epochs) -> Math.min(1, (epoch + 1.0) / epochs);
    };
  }
}
