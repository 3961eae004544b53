package io.atp.core.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.kernel.HalfFormat;
import io.atp.core.kernel.Kernels;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class FeaturesTest {
  private static final double[][] ROWS = {{1, 0, 2, 0}, {0, 0, 0, 0}, {0.5, 0, -1, 3}};

  private static SparseFeatures sparse(
      Workspace work, long[] offsets, int[] columns, float[] values) {
    return new SparseFeatures(
        3,
        4,
        work.arena().allocateFrom(ValueLayout.JAVA_LONG, offsets),
        work.arena().allocateFrom(ValueLayout.JAVA_INT, columns),
        work.arena().allocateFrom(ValueLayout.JAVA_FLOAT, values));
  }

  @Test
  void denseSparseAndHalfGiveTheSameRowsAndDots() {
    try (Workspace work = Workspace.open(1)) {
      DenseFeatures dense = TestVectors.features(work, ROWS);
      MemorySegment narrow = work.allocate(3 * 4 * 2);
      Kernels.active().narrow(HalfFormat.BFLOAT16, narrow, 0, dense.data(), 0, 12);
      Features[] all = {
        dense,
        sparse(
                work,
                new long[] {0, 2, 2, 5},
                new int[] {0, 2, 0, 2, 3},
                new float[] {1, 2, .5f, -1, 3})
            .check(),
        new HalfFeatures(3, 4, HalfFormat.BFLOAT16, narrow)
      };
      for (Features features : all) {
        assertThat(features.dot(0, 2)).isEqualTo(-1.5);
        assertThat(features.dot(0, 1)).isZero();
        assertThat(features.dot(2, 2)).isEqualTo(10.25);
        for (int row = 0; row < 3; row++) {
          for (int from = 0; from < 4; from++) {
            MemorySegment into = work.allocateFloats(4);
            into.fill((byte) 7);
            features.copyRow(row, from, 4 - from, into, 0);
            for (int c = from; c < 4; c++) {
              assertThat(into.getAtIndex(ValueLayout.JAVA_FLOAT, c - from))
                  .isEqualTo((float) ROWS[row][c]);
            }
          }
        }
      }
    }
  }

  @Test
  void rowsThatLieAreRefusedWithTheirNumbers() {
    try (Workspace work = Workspace.open(1)) {
      assertThatThrownBy(() -> new DenseFeatures(3, 4, work.allocate(47)))
          .hasMessage("features of 3 rows and 4 columns need 48 bytes, got 47");
      assertThatThrownBy(
              () -> sparse(work, new long[] {0, 1, 1, 1}, new int[] {4}, new float[] {1}).check())
          .hasMessage("feature row 0 lists column 4 after -1, with 4 columns");
      assertThatThrownBy(
              () ->
                  sparse(work, new long[] {0, 2, 1, 2}, new int[] {0, 1}, new float[] {1, 1})
                      .check())
          .hasMessage("feature row 1 runs from entry 2 to 1");
      assertThatThrownBy(
              () -> sparse(work, new long[] {0, 1, 1, 3}, new int[] {0, 1}, new float[] {1, 1}))
          .hasMessageContaining("offsets run from 0 to 3, with 2 entries stored");
    }
  }
}
