package io.atp.core.spectral;

/// An eigenvalue, a unit vector for it, and how well they belong together.
public record EigenPair(double value, double[] vector, Convergence convergence) {}
