package io.atp.learn.tensor.op;

import io.atp.core.kernel.HeadMasks;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparseOperand;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;

/// `Y_h = drop_h(A) · X_h` for the columns of each head h and a constant sparse A; `dX_h =
/// drop_h(A)ᵀ · dY_h`.
///
/// The same as a [SparseMatMul] for each head, in one walk over A.
///
/// @param masks which entries of A each head leaves out; all leave out the same share
public record SparseHeads(SparsePair a, Tensor x, List<SparseDropout> masks) implements Op {
  public SparseHeads {
    masks = List.copyOf(masks);
    Require.that(
        a.plain().columns() == x.rows(),
        "cannot multiply sparse %d × %d by %s",
        a.plain().rows(),
        a.plain().columns(),
        x.value().shape());
    AttentionHeads.requireDivisible("weights", x, x.rows(), masks.size());
    double share = masks.getFirst().share();
    Require.that(
        masks.stream().allMatch(mask -> mask.share() == share),
        "all heads leave out the same share of entries, the first %s",
        share);
  }

  public static Tensor of(SparsePair a, Tensor x, List<SparseDropout> masks) {
    return x.tape().apply(new SparseHeads(a, x, masks));
  }

  @Override
  public int rows() {
    return a.plain().rows();
  }

  @Override
  public int columns() {
    return x.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    product(a.plain(), false, x.value(), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> product(a.transposed(), true, dOut, dX, add, engine));
  }

  private void product(
      SparseOperand entries,
      boolean isTransposed,
      Matrix in,
      Matrix out,
      boolean add,
      Engine engine) {
    RowKernels kernels = Kernels.active();
    RowSource source = HeadRow.source(in);
    HeadMasks kept = new HeadMasks(masks.stream().map(SparseDropout::mask).toList());
    float scale = masks.getFirst().scale();
    new SparseLoop(entries, columns())
        .run(
            engine,
            masks.size(),
            (_, row, list, own) -> {
              own.scale(list.scale() * scale);
              kernels.dropHeads(list, own.weights(), kept, row, isTransposed);
              kernels.gatherHeads(source, list, own.weights(), out.data(), out.at(row), add);
            });
  }
}
