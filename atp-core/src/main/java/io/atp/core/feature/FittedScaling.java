package io.atp.core.feature;

import io.atp.core.runtime.Workspace;

/// A scaling with the numbers it took from the rows it was fitted on, so that rows that come later
/// are scaled the same way.
///
/// @param mean of each column, empty unless standardised
/// @param inverse of each column's standard deviation, 0 where it was constant; empty unless
///   standardised
public record FittedScaling(FeatureScaling scaling, double[] mean, double[] inverse) {
  private static final double[] NONE = {};

  public static FittedScaling fit(
      Features features, FeatureScaling scaling, int[] fitRows, Workspace work) {
    if (scaling != FeatureScaling.STANDARDISE) {
      return new FittedScaling(scaling, NONE, NONE);
    }
    ColumnStandard standard = ColumnStandard.fit(features, fitRows, work);
    return new FittedScaling(scaling, standard.mean(), standard.inverse());
  }

  public Features apply(Features features, Workspace work) {
    return switch (scaling) {
      case NONE -> features;
      case ROW_SUM -> RowScaling.apply(features, RowScaling.Length.SUM, work);
      case ROW_NORM -> RowScaling.apply(features, RowScaling.Length.NORM, work);
      case STANDARDISE -> new ColumnStandard(mean, inverse).apply(features, work);
    };
  }
}
