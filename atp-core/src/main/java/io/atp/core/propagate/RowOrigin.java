package io.atp.core.propagate;

import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What one row of a propagated matrix is made of: `row_c = slope_c · Σ_h weights[h] · Σ_j reach_hj
/// · x_jc`, up to a constant.
///
/// @param source X
/// @param kind what a row of `reach` stands for
/// @param reach a row for each step
/// @param weights of each step
/// @param slopes of columns that were scaled afterwards; 1 where there are none
/// @param exact whether the row is this sum, and not an estimate of it
public record RowOrigin(
    Features source,
    Kind kind,
    RowReach reach,
    double[] weights,
    Optional<double[]> slopes,
    boolean exact) {
  /// What a step is.
  public enum Kind {
    /// A hop of features.
    HOPS,
    /// A product with a matrix that has no hops of its own to tell apart.
    MATRIX,
    /// A hop of known labels.
    LABELS
  }

  public RowOrigin {
    Require.that(weights.length > 0, "a row is made of at least one step");
  }

  /// Hops that are just what they seem.
  public static RowOrigin hops(Features source, RowReach reach, double[] weights) {
    return new RowOrigin(source, Kind.HOPS, reach, weights, Optional.empty(), true);
  }

  /// Row `node` of each matrix of [Propagator#propagate], in their order.
  public static List<RowOrigin> of(
      PropagationOperator operator, Features source, PropagationConfig config, int node) {
    RowReach reach = RowReach.of(operator, config.lazyShare(), node);
    List<RowOrigin> origins = new ArrayList<>();
    for (double[] weights : config.hopWeights()) {
      origins.add(hops(source, reach, weights));
    }
    return origins;
  }

  /// Takes the rows of `reach` one after the other.
  public void walk(RowReach.Visitor visitor) {
    reach.walk(weights.length - 1, visitor);
  }

  public RowOrigin labels() {
    return new RowOrigin(source, Kind.LABELS, reach, weights, slopes, exact);
  }

  public RowOrigin estimated() {
    return new RowOrigin(source, kind, reach, weights, slopes, false);
  }

  public RowOrigin withSlopes(double[] others) {
    return new RowOrigin(source, kind, reach, weights, Optional.of(others), exact);
  }
}
