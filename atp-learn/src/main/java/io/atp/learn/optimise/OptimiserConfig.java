package io.atp.learn.optimise;

import io.atp.core.runtime.Require;
import java.util.List;

/// Which rule turns gradients into steps.
public sealed interface OptimiserConfig {
  /// `m ← β₁m + (1−β₁)g`, `v ← β₂v + (1−β₂)g²`, `p ← p − lr · m̂ / (√v̂ + ε)`, where `g` already
  /// holds `λp`.
  record Adam(double beta1, double beta2, double epsilon) implements OptimiserConfig {
    public Adam() {
      this(0.9, 0.999, 1e-8);
    }
  }

  /// Adam with the decay outside the moments: `p ← p − lr · λ · p` first.
  record AdamW(double beta1, double beta2, double epsilon) implements OptimiserConfig {
    public AdamW() {
      this(0.9, 0.999, 1e-8);
    }
  }

  /// `b ← μb + g`, `p ← p − lr · b`; the first `b` is `g` itself.
  record Sgd(double momentum) implements OptimiserConfig {
    public Sgd {
      Require.within("momentum", momentum, 0, 1);
    }
  }

  /// Limited-memory BFGS without a line search: the direction is `−H·g` of the last `history`
  /// changes, the step is the learning rate.
  ///
  /// @param iterations most inner iterations per step
  record Lbfgs(int history, int iterations) implements OptimiserConfig {
    public Lbfgs {
      Require.atLeast("history", history, 1);
      Require.atLeast("iterations", iterations, 1);
    }

    public Lbfgs() {
      this(100, 20);
    }
  }

  /// An optimiser in its initial state.
  default Optimiser over(List<ParameterGroup> groups) {
    return switch (this) {
      case Adam(double beta1, double beta2, double epsilon) ->
          new AdamSteps(groups, beta1, beta2, epsilon, false);
      case AdamW(double beta1, double beta2, double epsilon) ->
          new AdamSteps(groups, beta1, beta2, epsilon, true);
      case Sgd(double momentum) -> new SgdSteps(groups, momentum);
      case Lbfgs(int history, int iterations) -> new LbfgsSteps(groups, history, iterations);
    };
  }
}
