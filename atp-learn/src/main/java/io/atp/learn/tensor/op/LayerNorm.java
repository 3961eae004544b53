package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y_ij = γ_j · x̂_ij + β_j` with `x̂_ij = (X_ij − μ_i) / √(σ²_i + ε)`, μ and σ² the mean and the
/// biased variance of row i.
///
/// `dβ_j = Σ_i dY_ij`, `dγ_j = Σ_i dY_ij · x̂_ij`, and with `g_ij = γ_j · dY_ij` `dX_ij = (g_ij −
/// mean_j g_ij − x̂_ij · mean_j (g_ij · x̂_ij)) / √(σ²_i + ε)`.
///
/// @param epsilon ε
public record LayerNorm(Tensor x, Tensor scale, Tensor shift, double epsilon) implements Op {
  private static final double USUAL = 1e-5;

  public LayerNorm {
    Shapes.notEmpty("a layer norm", x);
    Shapes.be("a layer norm's scale", scale, 1, x.columns());
    Shapes.be("a layer norm's shift", shift, 1, x.columns());
  }

  /// With ε = 1e-5.
  ///
  /// @param scale γ, 1 × c
  /// @param shift β, 1 × c
  public static Tensor of(Tensor x, Tensor scale, Tensor shift) {
    return of(x, scale, shift, USUAL);
  }

  public static Tensor of(Tensor x, Tensor scale, Tensor shift, double epsilon) {
    return x.tape().apply(new LayerNorm(x, scale, shift, epsilon));
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

  /// μ and `1 / √(σ² + ε)` of one row.
  private record Standard(double mean, double inverseDeviation) {
    static Standard of(Matrix x, int row, double epsilon) {
      double mean = RowTotals.of(x, row) / x.columns();
      double squares = RowTotals.squares(x, row, mean);
      return new Standard(mean, 1 / Math.sqrt(squares / x.columns() + epsilon));
    }

    double of(float value) {
      return (value - mean) * inverseDeviation;
    }
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix in = x.value();
    float[] gamma = scale.value().row(0);
    float[] beta = shift.value().row(0);
    RowLoop.run(
        rows(),
        columns(),
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            Standard standard = Standard.of(in, row, epsilon);
            for (int j = 0; j < gamma.length; j++) {
              out.set(row, j, (float) (gamma[j] * standard.of(in.get(row, j)) + beta[j]));
            }
          }
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix in = x.value();
    if (shift.wantsGradient()) {
      ColumnSums.addTo(shift.gradient(), ColumnSums.ofValues(dOut, engine));
    }
    if (scale.wantsGradient()) {
      ColumnSums.Terms terms =
          (row, sums) -> {
            Standard standard = Standard.of(in, row, epsilon);
            for (int j = 0; j < sums.length; j++) {
              sums[j] += dOut.get(row, j) * standard.of(in.get(row, j));
            }
          };
      ColumnSums.addTo(scale.gradient(), ColumnSums.over(rows(), columns(), engine, terms));
    }
    float[] gamma = scale.value().row(0);
    x.contribute(
        (dX, add) ->
            RowLoop.run(
                rows(),
                columns(),
                engine.workers(),
                (from, to) -> {
                  for (int row = from; row < to; row++) {
                    gradient(in, dOut, gamma, dX, row, add);
                  }
                }));
  }

  private void gradient(Matrix x, Matrix dY, float[] gamma, Matrix dX, int row, boolean add) {
    Standard standard = Standard.of(x, row, epsilon);
    double level = 0;
    double slope = 0;
    for (int j = 0; j < gamma.length; j++) {
      double g = (double) gamma[j] * dY.get(row, j);
      level += g;
      slope += g * standard.of(x.get(row, j));
    }
    level /= gamma.length;
    slope /= gamma.length;
    long rowAt = dX.at(row);
    for (int j = 0; j < gamma.length; j++) {
      double g = (double) gamma[j] * dY.get(row, j);
      double value = (g - level - standard.of(x.get(row, j)) * slope) * standard.inverseDeviation();
      Floats.put(dX.data(), rowAt + (long) j * Float.BYTES, (float) value, add);
    }
  }
}
