package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.op.OpValues.close;
import static io.atp.learn.tensor.op.OpValues.m;
import static io.atp.learn.tensor.op.OpValues.r;
import static io.atp.learn.tensor.op.OpValues.refused;
import static io.atp.learn.tensor.op.OpValues.value;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Sums, products, scalings and weighted sums.
class ArithmeticTest {
  private final float[][] x = m(r(1, 2), r(-3, 4));
  private final float[][] y = m(r(10, 20), r(30, 40));

  @Test
  void matricesAddAndMultiplyEntryByEntry() {
    close(value(t -> Add.of(t.get(0), t.get(1)), x, y), r(11, 22), r(27, 44));
    close(value(t -> Multiply.of(t.get(0), t.get(1)), x, y), r(10, 40), r(-90, 160));
    close(value(t -> Scale.of(t.get(0), -2), x), r(-2, -4), r(6, -8));
  }

  @Test
  void rowsScaleByConstantsAndByLearnedWeights() {
    close(value(t -> ScaleRows.of(t.get(0), r(2, -1)), x), r(2, 4), r(3, -4));
    close(value(t -> WeightRows.of(t.get(0), t.get(1)), x, m(r(2), r(-1))), r(2, 4), r(3, -4));
  }

  @Test
  void columnsScaleByTheirOwnFactor() {
    close(value(t -> ScaleColumns.of(t.get(0), t.get(1)), x, m(r(2, -1))), r(2, -2), r(-6, -4));
  }

  @Test
  void aWeightedSumTakesOneWeightPerMatrixOrOnePerRowToo() {
    close(
        value(t -> WeightedSum.of(t.subList(0, 2), t.get(2)), x, y, m(r(2, 0.1))),
        r(3, 6),
        r(-3, 12));
    close(
        value(t -> WeightedSum.of(t.subList(0, 2), t.get(2)), x, y, m(r(2, 0.1), r(0, 1))),
        r(3, 6),
        r(30, 40));
  }

  @Test
  void aRowDotMeetsOneVectorOrOnePerRow() {
    close(value(t -> RowDot.of(t.get(0), t.get(1)), x, m(r(1, -1))), r(-1), r(-7));
    close(value(t -> RowDot.of(t.get(0), t.get(1)), x, y), r(50), r(70));
  }

  @Test
  void reductionsAddUpWhatTheyName() {
    close(value(t -> Sum.of(t.get(0)), x), r(4));
    close(value(t -> Mean.of(t.get(0)), x), r(1));
    close(value(t -> RowMean.of(t.get(0)), x), r(1.5), r(0.5));
    close(value(t -> ColumnSum.of(t.get(0)), x), r(-2, 6));
    close(value(t -> L2Penalty.of(t.get(0)), x), r(15));
  }

  @Test
  void shapesThatDoNotMeetAreRefused() {
    float[][] wide = m(r(1, 2, 3));
    refused(
        "summands need one shape, got 2 × 2 and 1 × 3", t -> Add.of(t.get(0), t.get(1)), x, wide);
    refused(
        "factors need one shape, got 2 × 2 and 1 × 3",
        t -> Multiply.of(t.get(0), t.get(1)),
        x,
        wide);
    refused("factor must be a finite number, got NaN", t -> Scale.of(t.get(0), Double.NaN), x);
    refused("3 row factors for 2 rows", t -> ScaleRows.of(t.get(0), r(1, 2, 3)), x);
    refused(
        "row weights must be 2 × 1, got 1 × 3", t -> WeightRows.of(t.get(0), t.get(1)), x, wide);
    refused(
        "column scale must be 1 × 2, got 1 × 3", t -> ScaleColumns.of(t.get(0), t.get(1)), x, wide);
    refused(
        "weights of 2 matrices of 2 × 2 are 1 × 2 or 2 × 2, got 1 × 3",
        t -> WeightedSum.of(t.subList(0, 2), t.get(2)),
        x,
        y,
        wide);
    refused(
        "a weighted sum needs at least one matrix", t -> WeightedSum.of(List.of(), t.get(0)), x);
    refused(
        "rows of 2 × 2 meet 1 × 2 or 2 × 2, got 1 × 3",
        t -> RowDot.of(t.get(0), t.get(1)),
        x,
        wide);
    refused("a mean needs entries, got 0 × 0", t -> Mean.of(t.get(0)), m());
    refused("a mean needs entries, got 0 × 0", t -> RowMean.of(t.get(0)), m());
  }
}
