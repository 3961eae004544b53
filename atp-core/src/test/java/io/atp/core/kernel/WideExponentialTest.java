package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WideExponentialTest {
  @Test
  void itAgreesWithTheLibraryToAFloatsPrecision() {
    for (double x = -103.9; x < 88.9; x += 0.0137) {
      double exact = StrictMath.exp(x);
      assertThat(WideExponential.of(x)).isCloseTo(exact, within(1e-8 * exact));
    }
    assertThat(WideExponential.of(0)).isEqualTo(1);
  }

  @Test
  void theFarEndsAreZeroInfinityAndNotANumber() {
    assertThat(WideExponential.of(-200)).isZero();
    assertThat(WideExponential.of(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(WideExponential.of(100)).isInfinite();
    assertThat(WideExponential.of(Double.NaN)).isNaN();
  }
}
