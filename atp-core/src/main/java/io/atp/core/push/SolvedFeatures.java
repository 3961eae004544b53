package io.atp.core.push;

import io.atp.core.feature.DenseFeatures;

/// The solution of a linear system, one column per feature.
///
/// @param iterations products with the operator, of the columns that took most
/// @param residual largest relative residual of a column
/// @param converged whether every column reached the tolerance
public record SolvedFeatures(
    DenseFeatures features, int iterations, double residual, boolean converged) {}
