package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.entries;

import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparseRows;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// One op with inputs that suit it, at a number of rows of choice.
record OpCase(String name, Function<List<Tensor>, Tensor> computation, float[][]... inputs) {
  @Override
  public String toString() {
    return name;
  }

  /// Every dense op, in each of its forms, on inputs away from kinks.
  static Stream<OpCase> all(int n) {
    int c = 4;
    float[][] x = entries(n, c, 1, 0.1f);
    float[][] other = entries(n, c, 2, 0.1f);
    float[][] third = entries(n, c, 3, 0.1f);
    float[][] perRow = entries(n, 1, 4);
    float[][] perColumn = entries(1, c, 5);
    float[][] column = entries(1, c, 6);
    int[] classes = ids(n, c, 7);
    int[] rows = ids(2 * n, n, 8);
    int[] places = ids(n, n + 2, 9);
    float[] factors = row(entries(1, n, 10));
    float[] weights = positive(n);
    float[] classWeights = positive(c);
    return Stream.of(
        new OpCase("MatMul", t -> MatMul.of(t.get(0), t.get(1)), x, entries(c, 3, 11)),
        new OpCase("ReluMatMul", t -> ReluMatMul.of(t.get(0), t.get(1)), x, entries(c, 3, 11)),
        new OpCase("NearIdentity", t -> NearIdentity.of(t.get(0), 0.4, 0.6), entries(c, c, 21)),
        new OpCase(
            "SparseHeads",
            t ->
                SparseHeads.of(
                    neighbours(n),
                    t.get(0),
                    List.of(new SparseDropout(0.4, 22), new SparseDropout(0.4, 23))),
            x),
        new OpCase("AddBias", t -> AddBias.of(t.get(0), t.get(1)), x, perColumn),
        new OpCase("Add", t -> Add.of(t.get(0), t.get(1)), x, other),
        new OpCase("Multiply", t -> Multiply.of(t.get(0), t.get(1)), x, other),
        new OpCase("Scale", t -> Scale.of(t.get(0), -1.5), x),
        new OpCase("HeadDots", t -> HeadDots.of(t.get(0), t.get(1), 2), x, perColumn),
        new OpCase(
            "Recomputed",
            t ->
                Recomputed.of(
                    t,
                    (_, parts, _) -> Multiply.of(Add.of(parts.get(0), parts.get(1)), parts.get(0)),
                    Phase.training(1),
                    n,
                    c),
            x,
            other),
        new OpCase("ScaleRows", t -> ScaleRows.of(t.get(0), factors), x),
        new OpCase("WeightRows", t -> WeightRows.of(t.get(0), t.get(1)), x, perRow),
        new OpCase("ScaleColumns", t -> ScaleColumns.of(t.get(0), t.get(1)), x, perColumn),
        new OpCase(
            "WeightedSum, shared weights",
            t -> WeightedSum.of(t.subList(0, 3), t.get(3)),
            x,
            other,
            third,
            entries(1, 3, 12)),
        new OpCase(
            "WeightedSum, weights per row",
            t -> WeightedSum.of(t.subList(0, 3), t.get(3)),
            x,
            other,
            third,
            entries(n, 3, 13)),
        new OpCase("Concat", Concat::of, x, perRow, other),
        new OpCase("SliceColumns", t -> SliceColumns.of(t.get(0), 1, 3), x),
        new OpCase("SliceRows", t -> SliceRows.of(t.get(0), 1, n - 1), x),
        new OpCase("GatherRows", t -> GatherRows.of(t.get(0), rows), x),
        new OpCase("ScatterRows", t -> ScatterRows.of(t.get(0), places, n + 2), x),
        new OpCase("NeighbourMax", t -> NeighbourMax.of(neighbours(n), t.get(0)), x),
        new OpCase("RowDot, shared", t -> RowDot.of(t.get(0), t.get(1)), x, perColumn),
        new OpCase("RowDot, per row", t -> RowDot.of(t.get(0), t.get(1)), x, other),
        new OpCase("Relu", t -> Relu.of(t.get(0)), x),
        new OpCase("LeakyRelu", t -> LeakyRelu.of(t.get(0), 0.2), x),
        new OpCase("Elu", t -> Elu.of(t.get(0)), x),
        new OpCase("Prelu", t -> Prelu.of(t.get(0), t.get(1)), x, entries(1, 1, 14)),
        new OpCase("Sigmoid", t -> Sigmoid.of(t.get(0)), x),
        new OpCase("Tanh", t -> Tanh.of(t.get(0)), x),
        new OpCase("Softmax", t -> Softmax.of(t.get(0)), x),
        new OpCase("LogSoftmax", t -> LogSoftmax.of(t.get(0)), x),
        new OpCase("Dropout", t -> Dropout.of(t.get(0), 0.4, Phase.training(15)), x),
        new OpCase(
            "BatchNorm, training", t -> batchNorm(t, Phase.training(16)), x, perColumn, column),
        new OpCase("BatchNorm, judging", t -> batchNorm(t, Phase.judging()), x, perColumn, column),
        new OpCase(
            "LayerNorm", t -> LayerNorm.of(t.get(0), t.get(1), t.get(2)), x, perColumn, column),
        new OpCase(
            "LayerNorm, small ε",
            t -> LayerNorm.of(t.get(0), t.get(1), t.get(2), 1e-9),
            x,
            perColumn,
            column),
        new OpCase("NormaliseRows", t -> NormaliseRows.of(t.get(0)), x),
        new OpCase("Sum", t -> Sum.of(t.get(0)), x),
        new OpCase("Mean", t -> Mean.of(t.get(0)), x),
        new OpCase("RowMean", t -> RowMean.of(t.get(0)), x),
        new OpCase("ColumnSum", t -> ColumnSum.of(t.get(0)), x),
        new OpCase("CrossEntropy", t -> CrossEntropy.of(t.get(0), classes), x),
        new OpCase(
            "CrossEntropy, class weights",
            t -> CrossEntropy.of(t.get(0), classes, classWeights),
            x),
        new OpCase(
            "CrossEntropy, row weights", t -> CrossEntropy.sum(t.get(0), classes, weights), x),
        new OpCase(
            "NegativeLogLikelihood",
            t -> NegativeLogLikelihood.of(t.get(0), classes, classWeights),
            x),
        new OpCase("BinaryCrossEntropy", t -> BinaryCrossEntropy.of(t.get(0), labels(n, c)), x),
        new OpCase(
            "BinaryCrossEntropy, row weights",
            t -> BinaryCrossEntropy.sum(t.get(0), labels(n, c), weights),
            x),
        new OpCase("SquaredError", t -> SquaredError.of(t.get(0), matrix(other)), x),
        new OpCase(
            "SoftCrossEntropy",
            t -> SoftCrossEntropy.of(t.get(0), distributions(n, c), weights),
            x),
        new OpCase(
            "SoftCrossEntropy, divergence",
            t -> SoftCrossEntropy.divergence(t.get(0), distributions(n, c), weights),
            x),
        new OpCase(
            "InverseShares", t -> InverseShares.of(t.get(0), doubles(weights)), column(weights)),
        new OpCase("L2Penalty", t -> L2Penalty.of(t.get(0)), x));
  }

  private static Tensor batchNorm(List<Tensor> t, Phase phase) {
    RunningStatistics running = RunningStatistics.fresh(t.get(0).columns(), Arena.ofAuto());
    running.mean().fill(0.3f);
    running.variance().fill(0.7f);
    return BatchNorm.of(t.get(0), t.get(1), t.get(2), running, phase);
  }

  static Matrix matrix(float[]... rows) {
    return Matrix.of(rows, Arena.ofAuto());
  }

  /// Three neighbours, or the same one twice, for each of n nodes, and none for one more.
  private static SparseRows neighbours(int n) {
    int[] columns = ids(3 * n, n, 20);
    float[] ones = new float[columns.length];
    int[] offsets = new int[n + 2];
    for (int i = 0; i <= n; i++) {
      offsets[i] = 3 * i;
    }
    offsets[n + 1] = offsets[n];
    return new SparseRows(offsets, columns, ones, n);
  }

  private static Matrix labels(int n, int c) {
    Matrix labels = matrix(entries(n, c, 17));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < c; j++) {
        labels.set(i, j, labels.get(i, j) > 0 ? 1 : 0);
      }
    }
    return labels;
  }

  private static Matrix distributions(int n, int c) {
    Matrix targets = matrix(entries(n, c, 18));
    for (int i = 0; i < n; i++) {
      long at = targets.at(i);
      Kernels.elements().softmaxRow(targets.data(), at, targets.data(), at, c);
    }
    return targets;
  }

  private static int[] ids(int length, int bound, long seed) {
    int[] ids = new int[length];
    for (int k = 0; k < length; k++) {
      ids[k] = StatelessHash.below(StatelessHash.of(seed, k), bound);
    }
    return ids;
  }

  private static float[] row(float[][] matrix) {
    return matrix[0];
  }

  private static double[] doubles(float[] numbers) {
    double[] doubles = new double[numbers.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = numbers[i] / numbers.length;
    }
    return doubles;
  }

  /// Away from 0.
  private static float[][] column(float[] numbers) {
    float[][] column = new float[numbers.length][1];
    for (int i = 0; i < column.length; i++) {
      column[i][0] = 0.5f + numbers[numbers.length - 1 - i];
    }
    return column;
  }

  private static float[] positive(int length) {
    float[] all = row(entries(1, length, 19));
    for (int i = 0; i < length; i++) {
      all[i] = Math.abs(all[i]);
    }
    return all;
  }
}
