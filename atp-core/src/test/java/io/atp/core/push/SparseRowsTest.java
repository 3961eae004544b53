package io.atp.core.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SparseRowsTest {
  private static SparseRows rows(int[] sources, int[] offsets, int[] columns, float... weights) {
    return new SparseRows(5, sources, offsets, columns, weights, PushAccount.NONE);
  }

  @Test
  void aRowIsItsNodeItsColumnsAndItsWeights() {
    SparseRows rows =
        rows(new int[] {3, 0, 3}, new int[] {0, 2, 2, 3}, new int[] {1, 4, 2}, .5f, .25f, 1);
    assertThat(rows.rowCount()).isEqualTo(3);
    assertThat(rows.entryCount()).isEqualTo(3);
    assertThat(rows.row(0).source()).isEqualTo(3);
    assertThat(rows.row(0).columns()).containsExactly(1, 4);
    assertThat(rows.row(0).weights()).containsExactly(.5f, .25f);
    assertThat(rows.row(1).columns()).isEmpty();
    assertThat(rows.weight(0, 4)).isEqualTo(.25f);
    assertThat(rows.weight(0, 2)).isZero();
    assertThat(rows.weight(2, 2)).isEqualTo(1f);
  }

  @Test
  void whatDoesNotFitTogetherIsRefusedWithItsNumbers() {
    int[] one = {0};
    int[] upToOne = {0, 1};
    assertThatThrownBy(() -> rows(one, new int[] {0, 1, 1}, one, 1))
        .hasMessage("1 sparse rows need 2 offsets from 0, got 3");
    assertThatThrownBy(() -> rows(one, new int[] {0, 2}, one, 1))
        .hasMessage("sparse rows have 1 columns, 1 weights and a last offset of 2");
    assertThatThrownBy(() -> rows(new int[] {5}, upToOne, one, 1))
        .hasMessage("source 0 is node 5, in a graph of 5 nodes");
    assertThatThrownBy(() -> rows(one, new int[] {0, 2}, new int[] {3, 3}, 1, 1))
        .hasMessage("sparse row 0 lists node 3 with weight 1.0 after node 3, with 5 nodes");
    assertThatThrownBy(() -> rows(one, upToOne, one, Float.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> rows(new int[] {0, 1}, new int[] {0, 2, 1}, new int[] {0}, 1))
        .hasMessage("sparse row 0 runs from entry 0 to 2")
        .isInstanceOf(IllegalArgumentException.class);
  }
}
