package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.Segments;
import java.util.List;

/// `Y_g = (1/|g|) Σ_{r ∈ g} X_r`; `dX_r = dY_g / |g|`. An empty segment gives 0.
public record SegmentMean(Segments segments, Tensor x) implements Op {
  public SegmentMean {
    SegmentLoop.require(segments, x);
  }

  public static Tensor of(Segments segments, Tensor x) {
    return x.tape().apply(new SegmentMean(segments, x));
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
    SparseProduct.run(SegmentRows.means(segments), x.value(), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> SegmentRows.means(segments).spread(dOut, dX, add, engine));
  }
}
