package io.atp.learn.model.input;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// `Z_i = Σ_j F_ij x_j / Σ_j F_ij` for a sum of walks F: a true average of other nodes' features.
///
/// The division removes the row factor of M = P̃, which leaves the weights `f(P)_ij · d̂_j^(−r_j)`.
/// The row sums are F applied to a column of ones; a row that F leaves empty stays 0.
public final class WalkAverage {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private WalkAverage() {}

  /// F.
  @FunctionalInterface
  public interface Sum {
    DenseFeatures times(Features rows, Workspace work);
  }

  public static DenseFeatures of(Sum sum, Features features, Workspace work) {
    DenseFeatures sums = sum.times(features, work);
    try (Workspace scratch = work.scratch()) {
      int rows = features.rows();
      float[] ones = new float[rows];
      Arrays.fill(ones, 1);
      var column = new DenseFeatures(rows, 1, scratch.allocateFloats(rows));
      column.data().copyFrom(MemorySegment.ofArray(ones));
      DenseFeatures total = sum.times(column, scratch);
      work.workers()
          .forEachRange(
              rows,
              256,
              (from, to) -> {
                for (int row = from; row < to; row++) {
                  float share = total.get(row, 0) == 0 ? 0 : 1 / total.get(row, 0);
                  for (int c = 0; c < sums.width(); c++) {
                    sums.data().set(FLOAT, sums.at(row, c), share * sums.get(row, c));
                  }
                }
              });
    }
    return sums;
  }

  /// What a row of the average is made of.
  ///
  /// @param sum what the same row of F·X is made of
  public static RowOrigin origin(RowOrigin sum) {
    double[] totals = new double[sum.weights().length];
    sum.walk((level, row) -> totals[level] = sum.weights()[level] * Arrays.stream(row).sum());
    double total = Arrays.stream(totals).sum();
    double[] shares =
        Arrays.stream(sum.weights()).map(weight -> total == 0 ? 0 : weight / total).toArray();
    return new RowOrigin(sum.source(), sum.kind(), sum.reach(), shares, sum.slopes(), sum.exact());
  }
}
