package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `L = Σ_i e_i / q_i` with `q_i = w_i / Σ_k w_k`, for positive w; `dw_k = dL · (Σ_i e_i / w_i −
/// e_k · Σ_i w_i / w_k²)`.
///
/// With `e_i = a_i² · c_i / (n q⁰_i)` for n draws by q⁰, of which c_i were i, it estimates `Σ_i
/// a_i² / q_i`, the second moment of a sum `Σ_i a_i` of which draws by q see one term: what a
/// sampler is to bring down.
public record InverseShares(Tensor weights, double[] amounts) implements SingleNumber {
  public InverseShares {
    Shapes.be("weights", weights, amounts.length, 1);
  }

  /// @param weights w, n × 1
  /// @param amounts e
  public static Tensor of(Tensor weights, double[] amounts) {
    return weights.tape().apply(new InverseShares(weights, amounts));
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(weights);
  }

  private double total() {
    double sum = 0;
    for (int i = 0; i < amounts.length; i++) {
      sum += weights.value().get(i, 0);
    }
    return sum;
  }

  private double inverses() {
    double sum = 0;
    for (int i = 0; i < amounts.length; i++) {
      sum += amounts[i] / weights.value().get(i, 0);
    }
    return sum;
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    out.set(0, 0, (float) (total() * inverses()));
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    double unit = dOut.get(0, 0);
    double total = total();
    double inverses = inverses();
    weights.contribute(
        (dW, add) -> {
          for (int k = 0; k < amounts.length; k++) {
            double w = weights.value().get(k, 0);
            double gradient = unit * (inverses - amounts[k] * total / (w * w));
            Floats.put(dW.data(), dW.at(k), (float) gradient, add);
          }
        });
  }
}
