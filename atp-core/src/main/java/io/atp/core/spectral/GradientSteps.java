package io.atp.core.spectral;

/// The long vectors of a [ConjugateGradients] run: solution, residual and direction. Where they
/// lie, in one memory or over many machines, is the implementation's business.
public interface GradientSteps {
  /// Residual and first direction from the guess; returns `‖residual‖²`.
  double begin();

  /// `direction · M · direction`.
  double curvature();

  /// Goes `step` along the direction; returns `‖residual‖²`.
  double advance(double step);

  /// `direction = preconditioned residual + turn · direction`.
  void turn(double turn);
}
