package io.atp.core.kernel;

import io.atp.core.runtime.Require;

/// The numbers of one step of Adam (Kingma and Ba, 2015), the same for every parameter, in the
/// order of operations that PyTorch has:
///
/// ```
/// p ← shrink · p                                   decoupled decay (AdamW): 1 − rate · decay
/// g ← g + decay · p                                plain decay, an L2 penalty
/// m ← m + (1 − β₁)(g − m)
/// v ← β₂ v + (1 − β₂) g²
/// p ← p − stepSize · m / (√v / rootCorrection + ε)
/// ```
///
/// with `stepSize = rate / (1 − β₁ᵗ)` and `rootCorrection = √(1 − β₂ᵗ)`.
///
/// @param stepSize learning rate over the first moment's correction
/// @param firstShare `1 − β₁`
/// @param secondKept `β₂`
/// @param secondShare `1 − β₂`
/// @param rootCorrection root of the second moment's correction
/// @param decay added to the gradient; 0 for none
/// @param shrink multiplied to the parameter; 1 for none
public record AdamStep(
    float stepSize,
    float firstShare,
    float secondKept,
    float secondShare,
    float rootCorrection,
    float epsilon,
    float decay,
    float shrink) {

  /// The numbers of the `step`-th step, counted from 1.
  ///
  /// @param decoupled whether decay shrinks the parameter itself, as in AdamW
  public static AdamStep of(
      int step,
      double rate,
      double beta1,
      double beta2,
      double epsilon,
      double decay,
      boolean decoupled) {
    Require.atLeast("step", step, 1);
    Require.that(rate >= 0 && Double.isFinite(rate), "rate must be at least 0, got %s", rate);
    Require.that(beta1 >= 0 && beta1 < 1, "beta1 must lie in [0, 1), got %s", beta1);
    Require.that(beta2 >= 0 && beta2 < 1, "beta2 must lie in [0, 1), got %s", beta2);
    Require.that(epsilon >= 0, "epsilon must be at least 0, got %s", epsilon);
    Require.that(decay >= 0, "decay must be at least 0, got %s", decay);
    return new AdamStep(
        (float) (rate / (1 - StrictMath.pow(beta1, step))),
        (float) (1 - beta1),
        (float) beta2,
        (float) (1 - beta2),
        (float) Math.sqrt(1 - StrictMath.pow(beta2, step)),
        (float) epsilon,
        decoupled ? 0 : (float) decay,
        decoupled ? (float) (1 - rate * decay) : 1);
  }
}
