package io.atp.learn.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExponentialTest {
  @Test
  void itAgreesWithTheLibraryToAFloatsPrecision() {
    for (double x = -103.9; x < 88.9; x += 0.0137) {
      double exact = StrictMath.exp(x);
      assertThat(Exponential.of(x)).isCloseTo(exact, within(1e-8 * exact));
    }
    assertThat(Exponential.of(0)).isEqualTo(1);
  }

  @Test
  void theFarEndsAreZeroInfinityAndNotANumber() {
    assertThat(Exponential.of(-200)).isZero();
    assertThat(Exponential.of(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(Exponential.of(100)).isInfinite();
    assertThat(Exponential.of(Double.NaN)).isNaN();
  }
}
