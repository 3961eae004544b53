package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.push.LargestEntries;
import io.atp.core.push.SparseRows;
import io.atp.core.runtime.Workspace;

/// W as GDC's sparse matrix, every column of which sums to 1.
///
/// @param offsets of the rows in `columns`, one more than there are nodes
public record MatrixSum(int[] offsets, int[] columns, float[] values, NodeWiseAccount account)
    implements NodeWiseSum {
  static MatrixSum of(
      PropagationOperator operator,
      HopWeights weights,
      NodeWisePropagation.Steps steps,
      FeatureEntry.Kept kept,
      PropagationConfig form,
      Workspace work) {
    Schedule schedule = SparsifiedDiffusion.schedule(weights, steps.last(), form);
    var matrix = SparsifiedDiffusion.of(operator, schedule, kept, work);
    return new MatrixSum(
        matrix.offsets(),
        matrix.columns(),
        matrix.values(),
        matrix
            .account(operator, schedule, matrix.columns().length)
            .withSteps(steps.last(), steps.hops()));
  }

  private SparsifiedDiffusion matrix() {
    return new SparsifiedDiffusion(offsets, columns, values);
  }

  @Override
  public DenseFeatures times(Features y, Workspace work) {
    long floats = (long) y.rows() * y.width();
    var product = new DenseFeatures(y.rows(), y.width(), work.allocateFloats(floats));
    try (Workspace scratch = work.scratch()) {
      matrix().multiply(DenseRows.of(y, scratch), product, null, 0, scratch);
    }
    return product;
  }

  @Override
  public SparseRows rows(int[] sources, RowCut cut, Workspace work) {
    return LargestEntries.rows(offsets, columns, values, sources, cut.keep(), work);
  }

  @Override
  public RowOrigin origin(Features y, int node) {
    return matrix().origin(y, null, 1, node);
  }
}
