package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.op.OpValues.close;
import static io.atp.learn.tensor.op.OpValues.m;
import static io.atp.learn.tensor.op.OpValues.r;
import static io.atp.learn.tensor.op.OpValues.refused;
import static io.atp.learn.tensor.op.OpValues.value;

import org.junit.jupiter.api.Test;

/// Ops that move rows and columns about.
class RowsAndColumnsTest {
  private final float[][] x = m(r(1, 2, 3), r(4, 5, 6), r(7, 8, 9));

  @Test
  void concatenationPutsMatricesSideBySide() {
    close(
        value(t -> Concat.of(t), x, m(r(-1), r(-2), r(-3))),
        r(1, 2, 3, -1),
        r(4, 5, 6, -2),
        r(7, 8, 9, -3));
  }

  @Test
  void slicesKeepAStretchOfColumnsOrRows() {
    close(value(t -> SliceColumns.of(t.get(0), 1, 3), x), r(2, 3), r(5, 6), r(8, 9));
    close(value(t -> SliceRows.of(t.get(0), 1, 2), x), r(4, 5, 6));
    close(value(t -> SliceRows.of(t.get(0), 2, 2), x));
  }

  @Test
  void gatheringMayTakeARowTwice() {
    int[] rows = {2, 0, 2};
    close(value(t -> GatherRows.of(t.get(0), rows), x), r(7, 8, 9), r(1, 2, 3), r(7, 8, 9));
  }

  @Test
  void scatteringAddsWhatMeetsAndLeavesTheRestZero() {
    int[] rows = {3, 1, 3};
    close(
        value(t -> ScatterRows.of(t.get(0), rows, 4), x),
        r(0, 0, 0),
        r(4, 5, 6),
        r(0, 0, 0),
        r(8, 10, 12));
  }

  @Test
  void scatteringUndoesAGatherOfDistinctRows() {
    int[] rows = {2, 0, 1};
    close(value(t -> ScatterRows.of(GatherRows.of(t.get(0), rows), rows, 3), x), x);
  }

  @Test
  void placesOutsideTheMatrixAreRefused() {
    refused("cannot put 1 × 1 beside 3 × 3", Concat::of, x, m(r(1)));
    refused("columns [2, 4) do not lie in 3 × 3", t -> SliceColumns.of(t.get(0), 2, 4), x);
    refused("rows [2, 1) do not lie in 3 × 3", t -> SliceRows.of(t.get(0), 2, 1), x);
    refused(
        "gathered row 1 is 3, outside [0, 3)", t -> GatherRows.of(t.get(0), new int[] {0, 3}), x);
    refused(
        "target row 2 is -1, outside [0, 5)",
        t -> ScatterRows.of(t.get(0), new int[] {0, 1, -1}, 5),
        x);
    refused("1 target rows for 3 rows", t -> ScatterRows.of(t.get(0), new int[] {0}, 5), x);
  }
}
