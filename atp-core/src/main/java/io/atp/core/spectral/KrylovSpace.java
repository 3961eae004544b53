package io.atp.core.spectral;

/// The long vectors of a [Lanczos] run: an orthonormal basis v₀, v₁, … and the vector w at hand.
/// Where they lie, in one memory or over many machines, is the implementation's business.
public interface KrylovSpace {
  /// `w = M · v_index`.
  void multiply(int index);

  /// `v_k · w` for the first `count` vectors.
  double[] project(int count);

  /// `w −= Σ_k coefficients[k] · v_k`; returns what is left of `‖w‖²`.
  double subtract(double[] coefficients);

  /// `v_index = scale · w`.
  void keep(int index, double scale);

  /// The first `kept` vectors become combinations of the first `count`: `v_k = Σ_i rotation[i][k] ·
  /// v_i`.
  void rotate(double[][] rotation, int count, int kept);
}
