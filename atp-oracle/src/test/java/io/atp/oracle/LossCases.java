package io.atp.oracle;

import static io.atp.oracle.Numbers.below;
import static io.atp.oracle.Numbers.positive;
import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.BinaryCrossEntropy;
import io.atp.learn.tensor.op.CrossEntropy;
import io.atp.learn.tensor.op.InverseShares;
import io.atp.learn.tensor.op.L2Penalty;
import io.atp.learn.tensor.op.LogSoftmax;
import io.atp.learn.tensor.op.NegativeLogLikelihood;
import io.atp.learn.tensor.op.SoftCrossEntropy;
import io.atp.learn.tensor.op.SquaredError;
import java.util.Arrays;
import java.util.stream.Stream;

/// Losses of n rows and c classes, on logits up to `scale`.
final class LossCases {
  private LossCases() {}

  static Stream<OpCase> of(int n, int c, double scale) {
    String form = "%d × %d, up to %s".formatted(n, c, scale);
    float[][] x = uniform(n, c, 1, scale);
    int[] classes = below(c, n, 2);
    float[] ones = positive(c, 3);
    Arrays.fill(ones, 1);
    float[] weights = positive(c, 4);
    float[] rowWeights = positive(n, 5);
    float[][] labels = uniform(n, c, 6);
    for (float[] row : labels) {
      for (int j = 0; j < c; j++) {
        row[j] = row[j] > 0 ? 1 : 0;
      }
    }
    float[][] targets = uniform(n, c, 7);
    float[][] shares = shares(n, c);
    return Stream.of(
        OpCase.of(
            CrossEntropy.class,
            form,
            t -> CrossEntropy.of(t.get(0), classes),
            t -> TorchOps.crossEntropy(t.get(0), classes),
            x),
        OpCase.of(
            CrossEntropy.class,
            "class weights, " + form,
            t -> CrossEntropy.of(t.get(0), classes, weights),
            t -> TorchOps.nll(t.get(0).logSoftmax(1), classes, weights),
            x),
        OpCase.of(
            NegativeLogLikelihood.class,
            form,
            t -> NegativeLogLikelihood.of(LogSoftmax.of(t.get(0)), classes),
            t -> TorchOps.nll(t.get(0).logSoftmax(1), classes, ones),
            x),
        OpCase.of(
            NegativeLogLikelihood.class,
            "class weights, " + form,
            t -> NegativeLogLikelihood.of(LogSoftmax.of(t.get(0)), classes, weights),
            t -> TorchOps.nll(t.get(0).logSoftmax(1), classes, weights),
            x),
        OpCase.of(
            BinaryCrossEntropy.class,
            form,
            t -> BinaryCrossEntropy.of(t.get(0), constant(t.get(0), labels)),
            t -> binaryCrossEntropy(t.get(0), TorchOps.beside(t.get(0), labels)),
            x),
        OpCase.of(
            SquaredError.class,
            form,
            t -> SquaredError.of(t.get(0), constant(t.get(0), targets)),
            t -> t.get(0).sub(TorchOps.beside(t.get(0), targets)).square().mean(),
            x),
        OpCase.of(
            SoftCrossEntropy.class,
            form,
            t -> SoftCrossEntropy.of(t.get(0), constant(t.get(0), shares), rowWeights),
            t -> softCrossEntropy(t.get(0), shares, rowWeights),
            x),
        OpCase.of(
            SoftCrossEntropy.class,
            "divergence, " + form,
            t -> SoftCrossEntropy.divergence(t.get(0), constant(t.get(0), shares), rowWeights),
            t -> divergence(t.get(0), shares, rowWeights),
            x),
        OpCase.of(
            InverseShares.class,
            form,
            t -> InverseShares.of(t.get(0), doubles(rowWeights)),
            t -> inverseShares(t.get(0), rowWeights),
            column(positive(n, 8))),
        OpCase.of(
            L2Penalty.class,
            form,
            t -> L2Penalty.of(t.get(0)),
            t -> t.get(0).square().sum().div(2),
            x));
  }

  private static NDArray inverseShares(NDArray w, float[] amounts) {
    return TorchOps.column(w, amounts).div(w.div(w.sum())).sum();
  }

  private static double[] doubles(float[] numbers) {
    double[] doubles = new double[numbers.length];
    Arrays.setAll(doubles, i -> numbers[i]);
    return doubles;
  }

  private static float[][] column(float[] numbers) {
    float[][] column = new float[numbers.length][];
    Arrays.setAll(column, i -> new float[] {numbers[i]});
    return column;
  }

  private static Matrix constant(Tensor x, float[][] rows) {
    return Matrix.of(rows, x.tape().engine().workspace().arena());
  }

  /// Rows that are positive and add up to 1.
  private static float[][] shares(int n, int c) {
    float[][] all = new float[n][];
    for (int i = 0; i < n; i++) {
      all[i] = positive(c, 100 + i);
      float sum = 0;
      for (float share : all[i]) {
        sum += share;
      }
      for (int j = 0; j < c; j++) {
        all[i][j] /= sum;
      }
    }
    return all;
  }

  /// PyTorch's stable form, `(1 − t) x − log sigmoid(x)`, with `−log sigmoid(x) = softplus(−x)`.
  private static NDArray binaryCrossEntropy(NDArray x, NDArray t) {
    NDArray softplus = x.neg().getNDArrayInternal().softPlus();
    return t.neg().add(1).mul(x).add(softplus).mean();
  }

  private static NDArray softCrossEntropy(NDArray x, float[][] shares, float[] rowWeights) {
    return TorchOps.rowDot(x.logSoftmax(1), TorchOps.beside(x, shares))
        .mul(TorchOps.column(x, rowWeights))
        .mean()
        .neg();
  }

  private static NDArray divergence(NDArray x, float[][] shares, float[] rowWeights) {
    NDArray t = TorchOps.beside(x, shares);
    return TorchOps.rowDot(t, t.log().sub(x.logSoftmax(1)))
        .mul(TorchOps.column(x, rowWeights))
        .mean();
  }
}
