package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.Segments;
import java.util.List;

/// `Y_g = Σ_{r ∈ g} X_r`; `dX_r = dY_g` for the segment g of r. An empty segment gives 0.
public record SegmentSum(Segments segments, Tensor x) implements Op {
  public SegmentSum {
    SegmentLoop.require(segments, x);
  }

  public static Tensor of(Segments segments, Tensor x) {
    return x.tape().apply(new SegmentSum(segments, x));
  }

  @Override
  public int rows() {
    return segments.count();
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
    SparseProduct.run(SegmentRows.sums(segments), x.value(), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> SegmentRows.sums(segments).spread(dOut, dX, add, engine));
  }
}
