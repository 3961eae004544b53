package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;
import java.util.stream.Stream;

/// `Z_i = Σ_l w_il · X_l,i` over matrices X_l of one shape, with w of n × L, or 1 × L for weights
/// that all rows share; `dX_l,i = w_il · dZ_i`, `dw_il = X_l,i · dZ_i` (summed over i if shared).
public record WeightedSum(List<Tensor> hops, Tensor weights) implements Op {
  public WeightedSum {
    Require.that(!hops.isEmpty(), "a weighted sum needs at least one matrix");
    hops = List.copyOf(hops);
    Tensor first = hops.getFirst();
    hops.forEach(hop -> Shapes.same("summands", first.value(), hop.value()));
    Require.that(
        weights.columns() == hops.size() && (weights.rows() == 1 || weights.rows() == first.rows()),
        "weights of %d matrices of %s are 1 × %d or %d × %d, got %s",
        hops.size(),
        first.value().shape(),
        hops.size(),
        first.rows(),
        hops.size(),
        weights.value().shape());
  }

  public static Tensor of(List<Tensor> hops, Tensor weights) {
    return weights.tape().apply(new WeightedSum(hops, weights));
  }

  @Override
  public int rows() {
    return hops.getFirst().rows();
  }

  @Override
  public int columns() {
    return hops.getFirst().columns();
  }

  @Override
  public List<Tensor> inputs() {
    return Stream.concat(hops.stream(), Stream.of(weights)).toList();
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    for (int l = 0; l < hops.size(); l++) {
      RowScaling.write(hops.get(l).value(), weight(l), out, l > 0, engine);
    }
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    for (int l = 0; l < hops.size(); l++) {
      int hop = l;
      hops.get(l).contribute((dX, add) -> RowScaling.write(dOut, weight(hop), dX, add, engine));
    }
    if (!weights.wantsGradient()) {
      return;
    }
    Matrix dW = weights.gradient();
    for (int l = 0; l < hops.size(); l++) {
      Matrix in = hops.get(l).value();
      if (shared()) {
        dW.set(0, l, (float) (dW.get(0, l) + RowDots.sum(in, dOut, engine)));
      } else {
        RowDots.write(in, dOut, dW, l, true, engine);
      }
    }
  }

  private boolean shared() {
    return weights.rows() == 1;
  }

  private RowScaling.Factor weight(int l) {
    Matrix w = weights.value();
    return shared() ? _ -> w.get(0, l) : row -> w.get(row, l);
  }
}
