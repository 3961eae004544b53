package io.atp.oracle;

import static io.atp.oracle.Numbers.positive;
import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.AddBias;
import io.atp.learn.tensor.op.ColumnSum;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.Mean;
import io.atp.learn.tensor.op.Multiply;
import io.atp.learn.tensor.op.NearIdentity;
import io.atp.learn.tensor.op.Recomputed;
import io.atp.learn.tensor.op.ReluMatMul;
import io.atp.learn.tensor.op.RowDot;
import io.atp.learn.tensor.op.RowMean;
import io.atp.learn.tensor.op.Scale;
import io.atp.learn.tensor.op.ScaleColumns;
import io.atp.learn.tensor.op.ScaleRows;
import io.atp.learn.tensor.op.Sum;
import io.atp.learn.tensor.op.WeightRows;
import io.atp.learn.tensor.op.WeightedSum;
import java.util.stream.Stream;

/// Products, sums and scalings of an n × c matrix.
final class ArithmeticCases {
  private ArithmeticCases() {}

  static Stream<OpCase> of(int n, int c) {
    String shape = n + " × " + c;
    float[][] x = uniform(n, c, 1);
    float[][] y = uniform(n, c, 2);
    float[][] z = uniform(n, c, 3);
    float[][] perColumn = uniform(1, c, 4);
    float[][] perRow = uniform(n, 1, 5);
    float[] factors = positive(n, 6);
    return Stream.of(
        OpCase.of(
            MatMul.class,
            shape,
            t -> MatMul.of(t.get(0), t.get(1)),
            t -> t.get(0).matMul(t.get(1)),
            x,
            uniform(c, 2 * n + 1, 7)),
        OpCase.of(
            ReluMatMul.class,
            shape,
            t -> ReluMatMul.of(t.get(0), t.get(1)),
            t -> TorchOps.relu(t.get(0).matMul(t.get(1))),
            x,
            uniform(c, n + 2, 8)),
        OpCase.of(
            NearIdentity.class,
            c + " × " + c,
            t -> NearIdentity.of(t.get(0), 0.4, 0.6),
            t -> t.get(0).mul(0.4f).add(t.get(0).getManager().eye(c).mul(0.6f)),
            uniform(c, c, 9)),
        OpCase.of(
            AddBias.class,
            shape,
            t -> AddBias.of(t.get(0), t.get(1)),
            t -> t.get(0).add(t.get(1)),
            x,
            perColumn),
        OpCase.of(
            Add.class, shape, t -> Add.of(t.get(0), t.get(1)), t -> t.get(0).add(t.get(1)), x, y),
        OpCase.of(
            Multiply.class,
            shape,
            t -> Multiply.of(t.get(0), t.get(1)),
            t -> t.get(0).mul(t.get(1)),
            x,
            y),
        OpCase.of(
            Recomputed.class,
            shape,
            t ->
                Recomputed.of(
                    t,
                    (_, parts, _) -> Multiply.of(Add.of(parts.get(0), parts.get(1)), parts.get(0)),
                    Phase.training(1),
                    n,
                    c),
            t -> t.get(0).add(t.get(1)).mul(t.get(0)),
            x,
            y),
        OpCase.of(Scale.class, shape, t -> Scale.of(t.get(0), -1.7), t -> t.get(0).mul(-1.7f), x),
        OpCase.of(
            ScaleRows.class,
            shape,
            t -> ScaleRows.of(t.get(0), factors),
            t -> t.get(0).mul(TorchOps.column(t.get(0), factors)),
            x),
        OpCase.of(
            ScaleColumns.class,
            shape,
            t -> ScaleColumns.of(t.get(0), t.get(1)),
            t -> t.get(0).mul(t.get(1)),
            x,
            perColumn),
        OpCase.of(
            WeightRows.class,
            shape,
            t -> WeightRows.of(t.get(0), t.get(1)),
            t -> t.get(0).mul(t.get(1)),
            x,
            perRow),
        OpCase.of(
            WeightedSum.class,
            "weights per row, " + shape,
            t -> WeightedSum.of(t.subList(0, 3), t.get(3)),
            ArithmeticCases::weightedSum,
            x,
            y,
            z,
            uniform(n, 3, 8)),
        OpCase.of(
            WeightedSum.class,
            "shared weights, " + shape,
            t -> WeightedSum.of(t.subList(0, 3), t.get(3)),
            ArithmeticCases::weightedSum,
            x,
            y,
            z,
            uniform(1, 3, 9)),
        OpCase.of(
            RowDot.class,
            "row by row, " + shape,
            t -> RowDot.of(t.get(0), t.get(1)),
            t -> TorchOps.rowDot(t.get(0), t.get(1)),
            x,
            y),
        OpCase.of(
            RowDot.class,
            "one row for all, " + shape,
            t -> RowDot.of(t.get(0), t.get(1)),
            t -> TorchOps.rowDot(t.get(0), t.get(1)),
            x,
            perColumn),
        OpCase.of(Sum.class, shape, t -> Sum.of(t.get(0)), t -> t.get(0).sum(), x),
        OpCase.of(Mean.class, shape, t -> Mean.of(t.get(0)), t -> t.get(0).mean(), x),
        OpCase.of(
            RowMean.class,
            shape,
            t -> RowMean.of(t.get(0)),
            t -> t.get(0).mean(new int[] {1}, true),
            x),
        OpCase.of(
            ColumnSum.class,
            shape,
            t -> ColumnSum.of(t.get(0)),
            t -> t.get(0).sum(new int[] {0}, true),
            x));
  }

  private static NDArray weightedSum(NDList t) {
    NDArray sum = null;
    for (int l = 0; l < 3; l++) {
      NDArray term = t.get(l).mul(t.get(3).get(":, {}:{}", l, l + 1));
      sum = sum == null ? term : sum.add(term);
    }
    return sum;
  }
}
