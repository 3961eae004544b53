package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Transpose;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;

/// `‖M_{:,u}‖² = ρ_u² · (ℓ_u² + Σ_v ℓ_v²)` over the nodes v that listen to u: with P̃,
/// `d̂_u^(−2r_u) · Σ_v d̂_v^(2r_v−2)`.
public final class ColumnNorms {
  private ColumnNorms() {}

  public static double[] squared(PropagationOperator operator, Workspace work) {
    double[] squares = new double[operator.nodeCount()];
    double[] left = operator.left();
    double[] right = operator.right();
    try (Workspace scratch = work.scratch()) {
      CsrGraph rows = operator.graph();
      CsrGraph listeners = rows.symmetric() ? rows : Transpose.of(rows, scratch);
      work.workers()
          .forEachRange(
              squares.length,
              1 << 10,
              (from, to) -> {
                for (int u = from; u < to; u++) {
                  double sum = left[u] * left[u];
                  for (long arc = listeners.offset(u); arc < listeners.offset(u + 1); arc++) {
                    double l = left[listeners.target(arc)];
                    sum += l * l;
                  }
                  squares[u] = right[u] * right[u] * sum;
                }
              });
    }
    return squares;
  }
}
