package io.atp.learn.model.input;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.push.LevelWeights;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// `Z_i = Σ_j F_ij x_j / Σ_j F_ij` with `F = Σ_l w_l M^l`: a true average of other nodes' features.
///
/// The division removes the row factor of M = P̃, which leaves the weights `f(P)_ij · d̂_j^(−r_j)`.
/// The row sums are F applied to a column of ones.
public final class WalkAverage {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private WalkAverage() {}

  /// @param keepSums whether the division is left out
  public static DenseFeatures of(
      PropagationOperator operator,
      Features features,
      LevelWeights weights,
      boolean keepSums,
      Workspace work) {
    PropagationConfig config = sum(weights);
    DenseFeatures sums =
        Propagator.propagate(operator, features, config, work).matrices().getFirst();
    if (keepSums) {
      return sums;
    }
    try (Workspace scratch = work.scratch()) {
      int rows = features.rows();
      float[] ones = new float[rows];
      Arrays.fill(ones, 1);
      var column = new DenseFeatures(rows, 1, scratch.allocateFloats(rows));
      column.data().copyFrom(MemorySegment.ofArray(ones));
      DenseFeatures total =
          Propagator.propagate(operator, column, config, scratch).matrices().getFirst();
      work.workers()
          .forEachRange(
              rows,
              256,
              (from, to) -> {
                for (int row = from; row < to; row++) {
                  float share = 1 / total.get(row, 0);
                  for (int c = 0; c < sums.width(); c++) {
                    sums.data().set(FLOAT, sums.at(row, c), share * sums.get(row, c));
                  }
                }
              });
    }
    return sums;
  }

  private static PropagationConfig sum(LevelWeights weights) {
    return PropagationConfig.of(weights.lastLevel(), new HopCombiner.Weighted(weights.values()));
  }

  /// What the row of one node is made of.
  public static RowOrigin origin(
      PropagationOperator operator,
      Features features,
      LevelWeights weights,
      boolean keepSums,
      int node) {
    RowOrigin sum = RowOrigin.of(operator, features, sum(weights), node).getFirst();
    if (keepSums) {
      return sum;
    }
    double[] totals = new double[sum.weights().length];
    sum.walk((level, row) -> totals[level] = sum.weights()[level] * Arrays.stream(row).sum());
    double total = Arrays.stream(totals).sum();
    double[] shares = Arrays.stream(sum.weights()).map(weight -> weight / total).toArray();
    return RowOrigin.hops(features, sum.reach(), shares);
  }
}
