package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// `Y_ij = γ_j · x̂_ij + β_j` with `x̂_ij = (X_ij − μ_j) / √(σ²_j + 1e-5)`, μ and σ² the mean and
/// the biased variance of column j over the batch; while judging, the running ones.
///
/// `dβ_j = Σ_i dY_ij`, `dγ_j = Σ_i dY_ij · x̂_ij`, and `dX_ij = γ_j / √(σ²_j + 1e-5) · (dY_ij −
/// dβ_j / n − x̂_ij · dγ_j / n)`; while judging the last two terms are gone, as μ and σ² are
/// constants.
public final class BatchNorm implements Op {
  static final double EPSILON = 1e-5;

  private final Tensor x;
  private final Tensor scale;
  private final Tensor shift;
  private final RunningStatistics running;
  private final boolean training;
  private final boolean follows;
  private final float[] mean;
  private final float[] inverseDeviation;

  private BatchNorm(Tensor x, Tensor scale, Tensor shift, RunningStatistics running, Phase phase) {
    this.training = phase.isTraining();
    this.follows = phase.remembers();
    Shapes.be("a batch norm's scale", scale, 1, x.columns());
    Shapes.be("a batch norm's shift", shift, 1, x.columns());
    Require.that(
        running.mean().columns() == x.columns(),
        "running statistics of %d columns met %s",
        running.mean().columns(),
        x.value().shape());
    Require.that(
        !training || x.rows() > 1, "a batch norm trains on two rows or more, got %d", x.rows());
    this.x = x;
    this.scale = scale;
    this.shift = shift;
    this.running = running;
    this.mean = new float[x.columns()];
    this.inverseDeviation = new float[x.columns()];
  }

  /// @param scale γ, 1 × c
  /// @param shift β, 1 × c
  /// @param running followed in training, used in judging
  public static Tensor of(
      Tensor x, Tensor scale, Tensor shift, RunningStatistics running, Phase phase) {
    return x.tape().apply(new BatchNorm(x, scale, shift, running, phase));
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int columns() {
    return x.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x, scale, shift);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    if (training) {
      measure(engine);
    } else {
      for (int j = 0; j < columns(); j++) {
        mean[j] = running.mean().get(0, j);
        inverseDeviation[j] = inverseDeviation(running.variance().get(0, j));
      }
    }
    float[] gamma = scale.value().row(0);
    float[] beta = shift.value().row(0);
    MemorySegment in = x.value().data();
    RowLoop.run(
        rows(),
        columns(),
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            long rowAt = out.at(row);
            for (int j = 0; j < gamma.length; j++) {
              long at = rowAt + (long) j * Float.BYTES;
              float standard = (Floats.get(in, at) - mean[j]) * inverseDeviation[j];
              Floats.set(out.data(), at, gamma[j] * standard + beta[j]);
            }
          }
        });
  }

  private void measure(Engine engine) {
    int n = rows();
    double[] centre = ColumnSums.ofValues(x.value(), engine);
    for (int j = 0; j < centre.length; j++) {
      centre[j] /= n;
    }
    double[] squares = ColumnSums.ofSquares(x.value(), centre, engine);
    for (int j = 0; j < centre.length; j++) {
      mean[j] = (float) centre[j];
      inverseDeviation[j] = inverseDeviation(squares[j] / n);
      if (follows) {
        running.follow(j, centre[j], squares[j] / (n - 1));
      }
    }
  }

  private static float inverseDeviation(double variance) {
    return (float) (1 / Math.sqrt(variance + EPSILON));
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    double[] dShift = ColumnSums.ofValues(dOut, engine);
    double[] dScale = ColumnSums.ofProducts(x.value(), dOut, engine);
    for (int j = 0; j < dScale.length; j++) {
      dScale[j] = (dScale[j] - mean[j] * dShift[j]) * inverseDeviation[j];
    }
    if (shift.wantsGradient()) {
      ColumnSums.addTo(shift.gradient(), dShift);
    }
    if (scale.wantsGradient()) {
      ColumnSums.addTo(scale.gradient(), dScale);
    }
    double share = training ? 1.0 / rows() : 0;
    x.contribute((dX, add) -> spread(dOut, dShift, dScale, share, dX, add, engine));
  }

  private void spread(
      Matrix dOut,
      double[] dShift,
      double[] dScale,
      double share,
      Matrix dX,
      boolean add,
      Engine engine) {
    MemorySegment in = x.value().data();
    int columns = columns();
    float[] factor = new float[columns];
    float[] level = new float[columns];
    float[] slope = new float[columns];
    for (int j = 0; j < columns; j++) {
      factor[j] = scale.value().get(0, j) * inverseDeviation[j];
      level[j] = (float) (dShift[j] * share);
      slope[j] = (float) (dScale[j] * share) * inverseDeviation[j];
    }
    RowLoop.run(
        rows(),
        columns,
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            long rowAt = dX.at(row);
            for (int j = 0; j < columns; j++) {
              long at = rowAt + (long) j * Float.BYTES;
              float centred = Floats.get(in, at) - mean[j];
              float rest = Floats.get(dOut.data(), at) - level[j] - centred * slope[j];
              Floats.put(dX.data(), at, factor[j] * rest, add);
            }
          }
        });
  }
}
