package io.atp.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingScaleTest {
  @Test
  void fewNodesHaveNoTopAndAreScaledAsTheyAre() {
    assertThat(EncodingScale.clippedToUnit(new double[] {2, 4, 3, 6}))
        .containsExactly(0, 0.5, 0.25, 1);
  }

  @Test
  void oneNodeInTwentyBecomesOneAndTheRestFillsTheScale() {
    double[] values = new double[40];
    Arrays.setAll(values, i -> i < 38 ? i : 1000 * i);
    double[] scaled = EncodingScale.clippedToUnit(values);
    assertThat(scaled[39]).isEqualTo(1);
    assertThat(scaled[38]).isEqualTo(1);
    assertThat(scaled[37]).isEqualTo(1); // the largest that remains
    assertThat(scaled[0]).isZero();
    assertThat(scaled[10]).isCloseTo(10.0 / 37, within(1e-15));
  }

  @Test
  void tiesAtTheEdgeAllEndAtOne() {
    double[] values = new double[20];
    Arrays.fill(values, 0, 3, 8); // room for one in the top, the others are the largest left
    values[19] = 4;
    double[] scaled = EncodingScale.clippedToUnit(values);
    assertThat(Arrays.copyOf(scaled, 3)).containsOnly(1);
    assertThat(scaled[19]).isEqualTo(0.5);
    assertThat(scaled[5]).isZero();
  }

  @Test
  void aConstantEncodingIsZeroAndSoIsOneThatDiffersByRounding() {
    assertThat(EncodingScale.clippedToUnit(new double[] {3, 3, 3})).containsOnly(0);
    assertThat(EncodingScale.clippedToUnit(new double[] {3, 3 + 1e-12, 3})).containsOnly(0);
    assertThat(EncodingScale.clippedToUnit(new double[0])).isEmpty();
  }

  @Test
  void aTopAboveAConstantRestIsOneAndTheRestZero() {
    double[] star = new double[21];
    Arrays.fill(star, 0.1);
    star[7] = 0.1 + 1e-15;
    star[0] = 0.9;
    double[] scaled = EncodingScale.clippedToUnit(star);
    assertThat(scaled[0]).isEqualTo(1);
    assertThat(Arrays.copyOfRange(scaled, 1, 21)).containsOnly(0);
  }

  @Test
  void aConstantSumIsTheMiddle() {
    assertThat(EncodingScale.toUnit(new double[] {0.7, 0.7}, 1)).containsOnly(0.5);
    assertThat(EncodingScale.toUnit(new double[] {1e-17, -1e-17}, 1)).containsOnly(0.5);
    assertThat(EncodingScale.toUnit(new double[] {-1, 1, 0}, 1)).containsExactly(0, 1, 0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 19, 1000})
  void selectionAgreesWithSorting(int n) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) { // many sizes, many ties, zeros of both signs
      double unit = StatelessHash.unit(StatelessHash.of(n, i));
      values[i] = i % 7 == 0 ? 0.0 : i % 7 == 1 ? -0.0 : i % 3 == 0 ? 0.5 : Math.pow(unit, 40);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    for (int k = 0; k < n; k++) {
      assertThat(Selection.kthSmallest(values, k)).isEqualTo(sorted[k] + 0.0);
    }
  }
}
