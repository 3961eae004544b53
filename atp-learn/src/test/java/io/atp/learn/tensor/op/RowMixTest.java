package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.check;
import static io.atp.learn.tensor.GradientCheck.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.sparse.SparseRows;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class RowMixTest {
  /// Row 1 is empty, row 2 lists one column twice, nobody lists column 3.
  private static SparseRows rows() {
    return new SparseRows(
        new int[] {0, 3, 3, 5, 6},
        new int[] {4, 0, 1, 2, 2, 0},
        new float[] {.5f, .25f, -1, .3f, .2f, 2},
        5);
  }

  @Test
  void everyListedRowReceivesItsWeightedShare() {
    check(1e-3, x -> RowMix.of(rows(), x.getFirst()), entries(5, 3, 1));
  }

  @Test
  void itIsTheProductWithTheMatrixWrittenOut() {
    float[][] dense = {{.25f, -1, 0, 0, .5f}, {0, 0, 0, 0, 0}, {0, 0, .5f, 0, 0}, {2, 0, 0, 0, 0}};
    Probed ours = Probed.of(2, x -> RowMix.of(rows(), x.getFirst()), entries(5, 9, 2));
    Probed twin =
        Probed.of(
            1,
            x ->
                MatMul.of(
                    x.getFirst().tape().constant(Matrix.of(dense, Arena.ofAuto())), x.getFirst()),
            entries(5, 9, 2));
    assertThat(ours.distanceTo(twin)).isLessThan(1e-6);
  }

  @Test
  void listsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> new SparseRows(new int[] {0, 1}, new int[] {5}, new float[1], 5))
        .hasMessage("a row lists column 5 of 5 columns");
    assertThatThrownBy(() -> new SparseRows(new int[] {0, 2, 1, 2}, new int[2], new float[2], 5))
        .hasMessage("row 1 runs from entry 2 to 1");
    assertThatThrownBy(() -> new SparseRows(new int[] {0, 1}, new int[2], new float[2], 5))
        .hasMessage("offsets of 1 rows must run from 0 to 2 entries with 2 weights");
  }
}
