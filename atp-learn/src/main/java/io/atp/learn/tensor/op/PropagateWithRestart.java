package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;

/// `Y = (1 − α) P̃ drop(X) + α H`; `dX = (1 − α) drop(P̃ᵀ dY)`, `dH = α dY`.
///
/// A step of APPNP and the initial residual of GCNII, without a matrix in between: what was dropped
/// is not asked for on the way back, so it is not kept.
///
/// @param restart α in [0, 1]
/// @param inputDropout share of the entries of X left out, as [Dropout] would; 0 for none
/// @param seed of that dropout
public record PropagateWithRestart(
    SparsePair operator, Tensor x, Tensor start, float restart, double inputDropout, long seed)
    implements Op {
  public PropagateWithRestart {
    Require.share("restart", restart);
    Dropout.requireProbability(inputDropout);
    Require.that(
        operator.plain().columns() == x.rows(),
        "an operator on %d nodes cannot propagate %s",
        operator.plain().columns(),
        x.value().shape());
    Require.that(
        start.rows() == operator.plain().rows() && start.columns() == x.columns(),
        "cannot restart %s from %s",
        x.value().shape(),
        start.value().shape());
  }

  /// @param dropout on the entries of P̃, self-loops included
  public static Tensor of(
      SparsePair operator, Tensor x, Tensor start, double restart, SparseDropout dropout) {
    return x.tape()
        .apply(new PropagateWithRestart(operator.with(dropout), x, start, (float) restart, 0, 0));
  }

  /// `(1 − α) P̃ drop(X) + α H` with entries of X left out while training.
  public static Tensor ofDropped(
      SparsePair operator, Tensor x, Tensor start, double restart, double dropout, Phase phase) {
    boolean drops = phase.isTraining() && dropout > 0;
    return x.tape()
        .apply(
            new PropagateWithRestart(
                operator,
                x,
                start,
                (float) restart,
                drops ? dropout : 0,
                drops ? phase.nextSeed() : 0));
  }

  @Override
  public int rows() {
    return start.rows();
  }

  @Override
  public int columns() {
    return start.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x, start);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    if (inputDropout == 0) {
      spread(x.value(), out, engine);
      return;
    }
    Matrix kept = engine.pool().take(x.rows(), x.columns());
    Dropout.write(x.value(), kept, false, inputDropout, seed, engine);
    spread(kept, out, engine);
    engine.pool().give(kept);
  }

  private void spread(Matrix in, Matrix out, Engine engine) {
    RowKernels kernels = Kernels.active();
    Matrix from = start.value();
    RowSource source = new RowSource(in.data(), in.rows(), in.columns(), 0, in.columns());
    new SparseLoop(operator.plain(), columns())
        .run(
            engine,
            (_, row, list) -> {
              long at = out.at(row);
              kernels.scaled(out.data(), at, from.data(), at, columns(), restart);
              list.scale(list.scale() * (1 - restart));
              kernels.gather(source, list, out.data(), at, true);
            });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> back(dOut, dX, add, engine));
    start.contribute((dH, add) -> RowScaling.write(dOut, _ -> restart, dH, add, engine));
  }

  private void back(Matrix dOut, Matrix dX, boolean add, Engine engine) {
    if (inputDropout == 0) {
      SparseProduct.run(1 - restart, operator.transposed(), dOut, dX, add, engine);
      return;
    }
    Matrix all = engine.pool().take(dX.rows(), dX.columns());
    SparseProduct.run(1 - restart, operator.transposed(), dOut, all, false, engine);
    Dropout.write(all, dX, add, inputDropout, seed, engine);
    engine.pool().give(all);
  }
}
