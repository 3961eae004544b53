package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.Scale;
import io.atp.learn.tensor.op.Sharpening;
import io.atp.learn.tensor.op.SoftCrossEntropy;
import io.atp.learn.tensor.op.Softmax;
import io.atp.learn.tensor.op.SquaredError;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// `L = 1/S Σ_s mean_i dist(p_i^s, t_i)` over rows i with `max p̄_i > confidence`, where `p̄ = 1/S
/// Σ_s p^s` and t is p̄ sharpened: predictions of one node under several masks should agree.
///
/// No gradient goes through t.
///
/// @param temperature of the sharpening, below 1 to make it surer
/// @param confidence a row counts where the mean prediction is surer than this
public record Consistency(Distance distance, double temperature, double confidence) {
  /// How far a prediction is from its target.
  public enum Distance {
    /// `‖p − t‖²`.
    L2,
    /// `−Σ_j t_j log p_j`.
    KL
  }

  public Consistency {
    Require.that(
        temperature > 0 && Double.isFinite(temperature),
        "a temperature is positive, got %s",
        temperature);
  }

  /// @param rows that count
  /// @param values t of those rows
  record Agreed(int[] rows, Matrix values) {}

  /// Nothing where no row is sure enough.
  ///
  /// @param logits of the same nodes, S times
  Optional<Tensor> loss(List<Tensor> logits) {
    Optional<Agreed> agreed = agreed(logits);
    return agreed.map(target -> distance(logits, target));
  }

  Optional<Agreed> agreed(List<Tensor> logits) {
    Tape tape = logits.getFirst().tape();
    Matrix mean = mean(logits);
    int[] sure = IntStream.range(0, mean.rows()).filter(row -> sure(mean.row(row))).toArray();
    if (sure.length == 0) {
      return Optional.empty();
    }
    Matrix target = tape.borrow(sure.length, mean.columns());
    for (int i = 0; i < sure.length; i++) {
      target.rows(i, i + 1).copyFrom(mean.rows(sure[i], sure[i] + 1));
    }
    Engine engine = tape.engine();
    Sharpening.apply(target, temperature, target, engine);
    return Optional.of(new Agreed(sure, target));
  }

  private static Matrix mean(List<Tensor> logits) {
    Tensor sum = null;
    for (Tensor one : logits) {
      Tensor p = Softmax.of(one);
      sum = sum == null ? p : Add.of(sum, p);
    }
    return Scale.of(sum, 1.0 / logits.size()).value();
  }

  private boolean sure(float[] row) {
    for (float p : row) {
      if (p > confidence) {
        return true;
      }
    }
    return false;
  }

  Tensor distance(List<Tensor> logits, Agreed target) {
    Tensor sum = null;
    for (Tensor one : logits) {
      Tensor chosen = GatherRows.of(one, target.rows());
      Tensor term =
          switch (distance) {
            case L2 ->
                Scale.of(SquaredError.of(Softmax.of(chosen), target.values()), one.columns());
            case KL -> SoftCrossEntropy.of(chosen, target.values());
          };
      sum = sum == null ? term : Add.of(sum, term);
    }
    return Scale.of(sum, 1.0 / logits.size());
  }
}
