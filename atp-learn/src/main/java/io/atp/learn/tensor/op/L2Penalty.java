package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `L = ½ ‖W‖²`; `dW = dL · W`. A weight decay of λ is the term `λ · L` of a loss.
public record L2Penalty(Tensor weights) implements SingleNumber {
  public static Tensor of(Tensor weights) {
    return weights.tape().apply(new L2Penalty(weights));
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(weights);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix w = weights.value();
    double sum =
        engine
            .workers()
            .sum(
                w.rows(),
                (from, to) -> {
                  double part = 0;
                  for (int row = from; row < to; row++) {
                    part += RowTotals.squares(w, row, 0);
                  }
                  return part;
                });
    out.set(0, 0, (float) (sum / 2));
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    float dL = dOut.get(0, 0);
    weights.contribute((dW, add) -> RowScaling.write(weights.value(), _ -> dL, dW, add, engine));
  }
}
