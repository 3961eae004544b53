package io.atp.learn.tensor.op;

import io.atp.core.kernel.HeadKernels;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `y_ih = X_ih · a_h` for the columns of each head h; `dX_ih = dy_ih · a_h`, `da_h = Σ_i dy_ih
/// X_ih`.
///
/// The half of a score of attention that one end of an arc brings.
///
/// @param a 1 × (heads · width), one head after the other, as X
public record HeadDots(Tensor x, Tensor a, int heads) implements Op {
  public HeadDots {
    AttentionHeads.requireDivisible("values", x, x.rows(), heads);
    Require.that(
        a.rows() == 1 && a.columns() == x.columns(),
        "%s meets 1 × %d, got %s",
        x.value().shape(),
        x.columns(),
        a.value().shape());
  }

  public static Tensor of(Tensor x, Tensor a, int heads) {
    return x.tape().apply(new HeadDots(x, a, heads));
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int columns() {
    return heads;
  }

  private int width() {
    return x.columns() / heads;
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x, a);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    HeadKernels kernels = Kernels.heads();
    Matrix in = x.value();
    Matrix weights = a.value();
    RowLoop.run(
        rows(),
        x.columns(),
        engine.workers(),
        (from, to) -> {
          float[] dots = new float[heads + HeadKernels.SLACK];
          for (int row = from; row < to; row++) {
            kernels.dots(in.data(), in.at(row), weights.data(), 0, heads, width(), dots, 0);
            for (int head = 0; head < heads; head++) {
              out.set(row, head, dots[head]);
            }
          }
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> writeRows(dOut, dX, add, engine));
    if (a.wantsGradient()) {
      ColumnSums.addTo(
          a.gradient(),
          ColumnSums.over(x.rows(), x.columns(), engine, (row, sums) -> addRow(dOut, row, sums)));
    }
  }

  private void writeRows(Matrix dOut, Matrix dX, boolean add, Engine engine) {
    int width = width();
    float[] weights = a.value().row(0);
    RowLoop.run(
        rows(),
        x.columns(),
        engine.workers(),
        (first, end) -> {
          float[] line = new float[weights.length];
          for (int row = first; row < end; row++) {
            for (int head = 0, c = 0; head < heads; head++) {
              float dy = dOut.get(row, head);
              for (int to = c + width; c < to; c++) {
                line[c] = dy * weights[c];
              }
            }
            Floats.put(dX.data(), dX.at(row), line, add);
          }
        });
  }

  private void addRow(Matrix dOut, int row, double[] sums) {
    Matrix in = x.value();
    long at = in.at(row);
    for (int head = 0, j = 0; head < heads; head++) {
      double dy = dOut.get(row, head);
      for (int end = j + width(); j < end; j++) {
        sums[j] += dy * Floats.get(in.data(), at + (long) j * Float.BYTES);
      }
    }
  }
}
