package io.atp.core.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.kernel.HalfFormat;
import io.atp.core.kernel.Kernels;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeatureScalingTest {
  private static final double[][] ROWS = {{1, 0, 3, 0}, {0, 0, 0, 0}, {.5, 0, 4, 3.5}};
  private static final int[] NO_ROWS = {};

  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private DenseFeatures dense() {
    return TestVectors.features(work, ROWS);
  }

  private SparseFeatures sparse() {
    return new SparseFeatures(
        3,
        4,
        work.arena().allocateFrom(ValueLayout.JAVA_LONG, 0, 2, 2, 5),
        work.arena().allocateFrom(ValueLayout.JAVA_INT, 0, 2, 0, 2, 3),
        work.arena().allocateFrom(ValueLayout.JAVA_FLOAT, 1, 3, .5f, 4, 3.5f));
  }

  private HalfFeatures half() {
    MemorySegment narrow = work.allocate(3 * 4 * 2);
    Kernels.active().narrow(HalfFormat.FLOAT16, narrow, 0, dense().data(), 0, 12);
    return new HalfFeatures(3, 4, HalfFormat.FLOAT16, narrow);
  }

  private double[][] rows(Features features) {
    double[][] rows = new double[features.rows()][features.width()];
    MemorySegment row = work.allocateFloats(features.width());
    for (int i = 0; i < rows.length; i++) {
      features.copyRow(i, 0, features.width(), row, 0);
      for (int c = 0; c < rows[i].length; c++) {
        rows[i][c] = row.getAtIndex(ValueLayout.JAVA_FLOAT, c);
      }
    }
    return rows;
  }

  private void assertRows(Features features, double tolerance, double[]... expected) {
    double[][] found = rows(features);
    assertThat(found).hasDimensions(expected.length, expected[0].length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).as("row %d", i).containsExactly(expected[i], within(tolerance));
    }
  }

  @Test
  void aRowDividedByItsSumSumsToOneAndZerosStay() {
    for (Features features : new Features[] {dense(), sparse(), half()}) {
      Features scaled = FeatureScaling.apply(features, FeatureScaling.ROW_SUM, NO_ROWS, work);
      assertThat(scaled).hasSameClassAs(features);
      assertRows(
          scaled,
          1e-7,
          new double[] {.25, 0, .75, 0},
          new double[4],
          new double[] {.0625, 0, .5, .4375});
    }
  }

  @Test
  void aRowDividedByItsNormHasLengthOneAndZerosStay() {
    double a = Math.sqrt(10);
    double b = Math.sqrt(.25 + 16 + 12.25);
    for (Features features : new Features[] {dense(), sparse(), half()}) {
      Features scaled = FeatureScaling.apply(features, FeatureScaling.ROW_NORM, NO_ROWS, work);
      assertThat(scaled).hasSameClassAs(features);
      assertRows(
          scaled,
          features instanceof HalfFeatures ? 5e-4 : 1e-7,
          new double[] {1 / a, 0, 3 / a, 0},
          new double[4],
          new double[] {.5 / b, 0, 4 / b, 3.5 / b});
    }
  }

  @Test
  void standardisedColumnsHaveMeanZeroAndVarianceOneOnTheFittedRows() {
    // Fitted on rows 0 and 2: means .75, 0, 3.5, 1.75 and deviations .25, 0, .5, 1.75.
    for (Features features : new Features[] {dense(), sparse(), half()}) {
      Features scaled =
          FeatureScaling.apply(features, FeatureScaling.STANDARDISE, new int[] {0, 2}, work);
      assertThat(scaled).isInstanceOf(DenseFeatures.class);
      assertRows(
          scaled,
          1e-6,
          new double[] {1, 0, -1, -1},
          new double[] {-3, 0, -7, -1},
          new double[] {-1, 0, 1, 1});
    }
  }

  @Test
  void aConstantColumnBecomesZeroEvenWhereItsSumRounds() {
    double[][] rows = new double[1000][2];
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] = .1f;
      rows[i][1] = i;
    }
    Features scaled =
        FeatureScaling.apply(
            TestVectors.features(work, rows),
            FeatureScaling.STANDARDISE,
            IntStream.range(0, 900).toArray(),
            work);
    for (double[] row : rows(scaled)) {
      assertThat(row[0]).isZero();
      assertThat(row[1]).isNotZero();
    }
  }

  @Test
  void noScalingIsTheSameFeatures() {
    Features features = sparse();
    assertThat(FeatureScaling.apply(features, FeatureScaling.NONE, NO_ROWS, work))
        .isSameAs(features);
  }

  @ParameterizedTest
  @EnumSource(FeatureScaling.class)
  void threadsDoNotChangeAByte(FeatureScaling scaling) {
    int rows = 40_000;
    MemorySegment data = work.allocateFloats(rows * 3L);
    for (int i = 0; i < rows * 3; i++) {
      data.setAtIndex(
          ValueLayout.JAVA_FLOAT, i, (float) StatelessHash.unit(StatelessHash.of(5, i)));
    }
    DenseFeatures features = new DenseFeatures(rows, 3, data);
    int[] fitRows = IntStream.range(0, rows).filter(row -> row % 7 != 0).toArray();
    MemorySegment once = null;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace team = Workspace.open(threads)) {
        var scaled = (DenseFeatures) FeatureScaling.apply(features, scaling, fitRows, team);
        if (once == null) {
          once = work.allocate(scaled.sizeBytes()).copyFrom(scaled.data());
        }
        assertThat(once.mismatch(scaled.data())).isEqualTo(-1);
      }
    }
  }

  @Test
  void whatCannotBeScaledIsRefusedWithItsNumbers() {
    // The row sums to 2⁻¹⁴⁹, the least float there is.
    Features vanishing =
        TestVectors.features(work, new double[][] {{1, 1, 0}, {1, -1, Float.MIN_VALUE}});
    assertThatThrownBy(() -> FeatureScaling.apply(vanishing, FeatureScaling.ROW_SUM, NO_ROWS, work))
        .hasMessage(
            "feature row 1 cannot be divided by 1.401298464324817E-45: 1.0 becomes Infinity");
    assertThatThrownBy(
            () -> FeatureScaling.apply(dense(), FeatureScaling.STANDARDISE, NO_ROWS, work))
        .hasMessage("features cannot be standardised on 0 rows");
    assertThatThrownBy(
            () -> FeatureScaling.apply(dense(), FeatureScaling.STANDARDISE, new int[] {3}, work))
        .hasMessage("features are to be standardised on row 3, they have 3 rows");
  }

  @Test
  void selectedRowsKeepTheirFormAndOrder() {
    for (Features features : new Features[] {dense(), sparse(), half()}) {
      Features selected = FeatureRows.select(features, new int[] {2, 0, 2, 1}, work);
      assertThat(selected).hasSameClassAs(features);
      assertRows(selected, 0, ROWS[2], ROWS[0], ROWS[2], ROWS[1]);
      assertThatThrownBy(() -> FeatureRows.select(features, new int[] {3}, work))
          .hasMessage("row 3 was asked for, features have 3 rows");
    }
  }
}
