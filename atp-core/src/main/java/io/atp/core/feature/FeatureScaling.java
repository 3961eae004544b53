package io.atp.core.feature;

import io.atp.core.runtime.Workspace;

/// What is done to X before anything else sees it. `NONE` is the default everywhere: the published
/// codes differ, so a scaling is always named.
public enum FeatureScaling {
  /// X as it came.
  NONE,
  /// `x_ic / Σ_c x_ic`: the citation graphs' convention. The sum is of the values, not of their
  /// magnitudes; a row that sums to 0 stays as it is.
  ROW_SUM,
  /// `x_ic / √(Σ_c x_ic²)`; a row of zeros stays one.
  ROW_NORM,
  /// `(x_ic − μ_c) / σ_c`, with mean and standard deviation (divided by the number of rows) over
  /// the rows it is fitted on. A column that is constant there becomes 0 on every row.
  STANDARDISE;

  /// Row scalings keep the form of the features, sparse, two-byte or dense; standardised features
  /// are dense. All sums are taken in `double` in a fixed order.
  ///
  /// @param fitRows the rows that [#STANDARDISE] takes its means from, such as the training nodes;
  ///   the others look at each row alone and ignore it
  /// @throws IllegalArgumentException if there are no rows to fit on, or a row sum so close to 0
  ///   that the quotient is not a finite number
  public static Features apply(
      Features features, FeatureScaling scaling, int[] fitRows, Workspace work) {
    return FittedScaling.fit(features, scaling, fitRows, work).apply(features, work);
  }
}
