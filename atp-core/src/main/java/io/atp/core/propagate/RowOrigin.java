package io.atp.core.propagate;

import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What one row of a propagated matrix is made of: `row_c = slope_c · Σ_h weights[h] · Σ_j
/// reach[h][j] · x_jc`, up to a constant.
///
/// @param source X
/// @param kind what a row of `reach` stands for
/// @param reach by step and node
/// @param weights of each step
/// @param slopes of columns that were scaled afterwards; 1 where there are none
/// @param exact whether the row is this sum, and not an estimate of it
public record RowOrigin(
    Features source,
    Kind kind,
    double[][] reach,
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
    Require.that(
        reach.length >= weights.length,
        "%d steps came with %d weights",
        reach.length,
        weights.length);
  }

  /// Hops that are just what they seem.
  public static RowOrigin hops(Features source, double[][] reach, double[] weights) {
    return new RowOrigin(source, Kind.HOPS, reach, weights, Optional.empty(), true);
  }

  /// Row `node` of each matrix of [Propagator#propagate], in their order.
  public static List<RowOrigin> of(
      PropagationOperator operator, Features source, PropagationConfig config, int node) {
    double[][] reach = RowReach.of(operator, config.lazyShare(), node, config.hopCount());
    List<RowOrigin> origins = new ArrayList<>();
    for (double[] weights : config.hopWeights()) {
      origins.add(hops(source, reach, weights));
    }
    return origins;
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
