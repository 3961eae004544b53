package io.atp.learn.model.input;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.WeightedSum;
import java.util.List;

/// `diag(s)·X` with all s_j = 1, for tapes that follow inputs: `∂z/∂s_j = Σ_c ∂z/∂x_jc · x_jc`.
///
/// So one number a node tells gradient times input, and sparse features stay sparse.
///
/// @param factors s, a column of ones
public record FollowedFeatures(NodeFeatures features, Matrix factors) implements NodeFeatures {
  @Override
  public int rows() {
    return features.rows();
  }

  @Override
  public int width() {
    return features.width();
  }

  @Override
  public Tensor times(Tensor weight, double dropout, Phase phase) {
    return WeightedSum.of(
        List.of(features.times(weight, dropout, phase)), weight.tape().input(factors));
  }

  @Override
  public Tensor times(int[] nodes, Tensor weight, double dropout, Phase phase) {
    return WeightedSum.of(
        List.of(features.times(nodes, weight, dropout, phase)),
        GatherRows.of(weight.tape().input(factors), nodes));
  }

  @Override
  public Tensor mix(Tape tape, RowBatch rows) {
    throw new IllegalStateException("rows are mixed in training only, and nobody follows that");
  }

  @Override
  public NodeFeatures select(int[] nodes, Workspace work) {
    throw new IllegalStateException("parts of a graph are for training, and nobody follows that");
  }
}
