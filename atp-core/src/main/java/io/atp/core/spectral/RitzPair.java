package io.atp.core.spectral;

/// The leading eigenvalue as seen through a basis.
///
/// @param combination the eigenvector is `Σ_i combination[i] · v_i`, up to its sign
public record RitzPair(double value, double[] combination, Convergence convergence) {}
