package io.atp.core.spectral;

/// How an iteration ended.
///
/// @param iterations products with the matrix
/// @param residual relative residual of what was returned; each iteration says relative to what
/// @param converged whether the residual reached the tolerance that was asked for
public record Convergence(int iterations, double residual, boolean converged) {}
