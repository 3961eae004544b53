package io.atp.spark.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSumTest {
  private static double sum(double... values) {
    ExactSum sum = new ExactSum();
    for (double value : values) {
      sum.add(value);
    }
    return sum.value();
  }

  @Test
  void nothingIsLostBetweenLargeNumbers() {
    assertThat(sum(1e300, 1, -1e300)).isEqualTo(1);
    assertThat(sum(Double.MAX_VALUE, Double.MIN_VALUE, -Double.MAX_VALUE))
        .isEqualTo(Double.MIN_VALUE);
    assertThat(sum(Double.MAX_VALUE, Double.MAX_VALUE)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(sum()).isZero();
    assertThat(sum(-0.1, -0.2))
        .isEqualTo(new BigDecimal(-0.1).add(new BigDecimal(-0.2)).doubleValue());
  }

  @Test
  void theSumIsTheExactOneRoundedOnceHoweverItIsDealt() {
    Random random = new Random(3);
    for (int trial = 0; trial < 50; trial++) {
      ExactSum whole = new ExactSum();
      ExactSum[] parts = {new ExactSum(), new ExactSum(), new ExactSum()};
      BigDecimal exact = BigDecimal.ZERO;
      for (int i = 0; i < 40; i++) {
        double value = Math.scalb(random.nextGaussian(), random.nextInt(200) - 100);
        whole.add(value);
        parts[random.nextInt(3)].add(value);
        exact = exact.add(new BigDecimal(value));
      }
      assertThat(whole.value()).isEqualTo(exact.doubleValue());
      assertThat(parts[2].add(parts[0]).add(parts[1]).value()).isEqualTo(whole.value());
    }
  }
}
