package io.atp.learn.tensor.op;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.push.PersonalisedPageRank;
import io.atp.core.push.PersonalisedPageRankConfig;
import io.atp.core.push.SolvedFeatures;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Z = α (I − (1−α)M)⁻¹ H`, `dH = α (I − (1−α)Mᵀ)⁻¹ dZ`: both systems solved to float precision.
///
/// @param transposed Mᵀ
public record PersonalisedSolve(
    PropagationOperator operator,
    PropagationOperator transposed,
    Tensor h,
    double restartProbability)
    implements Op {
  public PersonalisedSolve {
    Require.that(
        operator.nodeCount() == h.rows() && transposed.nodeCount() == h.rows(),
        "cannot propagate %s over %d nodes",
        h.value().shape(),
        operator.nodeCount());
  }

  public static Tensor of(
      PropagationOperator operator,
      PropagationOperator transposed,
      Tensor h,
      double restartProbability) {
    return h.tape().apply(new PersonalisedSolve(operator, transposed, h, restartProbability));
  }

  @Override
  public int rows() {
    return h.rows();
  }

  @Override
  public int columns() {
    return h.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(h);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    solve(operator, h.value(), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    h.contribute((dH, add) -> solve(transposed, dOut, dH, add, engine));
  }

  private void solve(PropagationOperator m, Matrix in, Matrix out, boolean add, Engine engine) {
    try (Workspace scratch = engine.workspace().quietScratch()) {
      SolvedFeatures solved =
          PersonalisedPageRank.exact(
              m,
              new DenseFeatures(in.rows(), in.columns(), in.data()),
              PersonalisedPageRankConfig.of(restartProbability),
              scratch);
      Require.that(
          solved.converged(),
          "exact personalised PageRank at restart probability %s stands at a residual of %s after"
              + " %d products",
          restartProbability,
          solved.residual(),
          solved.iterations());
      Matrix result = new Matrix(in.rows(), in.columns(), solved.features().data());
      RowScaling.write(result, 1, out, add, engine);
    }
  }
}
