package io.atp.learn.tensor.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.learn.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InitialiserTest {
  private static final int FAN_IN = 100;
  private static final int FAN_OUT = 300;
  private static final int SIZE = FAN_IN * FAN_OUT;

  private static float[] drawn(Initialiser initialiser, long seed, String name) {
    Matrix weight = Matrix.zeros(FAN_IN, FAN_OUT, Arena.ofAuto());
    initialiser.fill(weight, seed, name);
    return weight.data().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }

  static Stream<Arguments> bounds() {
    return Stream.of(
        Arguments.of(new Initialiser.Uniform(0.3), 0.3),
        Arguments.of(new Initialiser.LinearDefault(), 0.1),
        Arguments.of(new Initialiser.GlorotUniform(1), Math.sqrt(6.0 / 400)),
        Arguments.of(new Initialiser.GlorotUniform(Math.sqrt(2)), Math.sqrt(12.0 / 400)),
        Arguments.of(new Initialiser.GcnStyle(), 1 / Math.sqrt(300)));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void uniformDrawsFillTheirBoundEvenly(Initialiser initialiser, double bound) {
    float[] values = drawn(initialiser, 1, "w");
    double sum = 0;
    double squares = 0;
    double largest = 0;
    for (float value : values) {
      sum += value;
      squares += (double) value * value;
      largest = Math.max(largest, Math.abs(value));
    }
    assertThat(largest).isBetween(0.999 * bound, bound * (1 + 1e-7));
    assertThat(sum / SIZE).isCloseTo(0, within(4 * bound / Math.sqrt(3.0 * SIZE)));
    assertThat(squares / SIZE).isCloseTo(bound * bound / 3, within(0.02 * bound * bound));
  }

  @Test
  void normalDrawsHaveTheMomentsOfANormal() {
    double variance = 2.0 / (FAN_IN + FAN_OUT);
    double[] moments = new double[5];
    for (float value : drawn(new Initialiser.GlorotNormal(1), 2, "w")) {
      double power = 1;
      for (int k = 0; k < moments.length; k++) {
        moments[k] += power / SIZE;
        power *= value / Math.sqrt(variance);
      }
    }
    assertThat(moments[1]).isCloseTo(0, within(0.03));
    assertThat(moments[2]).isCloseTo(1, within(0.04));
    assertThat(moments[3]).isCloseTo(0, within(0.1));
    assertThat(moments[4]).isCloseTo(3, within(0.3));
  }

  @Test
  void aBiasIsDrawnWithTheFansOfItsWeight() {
    Matrix bias = Matrix.zeros(1, FAN_OUT, Arena.ofAuto());
    new Initialiser.LinearDefault().fill(bias, FAN_IN, FAN_OUT, 3, "b");
    for (float value : bias.row(0)) {
      assertThat(Math.abs(value)).isLessThanOrEqualTo(0.1f);
    }
  }

  @Test
  void aConstantIsConstant() {
    assertThat(drawn(new Initialiser.Constant(0.25), 4, "slope")).containsOnly(0.25f);
  }

  @Test
  void seedAndNameDecideAlone() {
    var initialiser = new Initialiser.GlorotUniform(1);
    float[] first = drawn(initialiser, 5, "layer0.weight");
    assertThat(drawn(initialiser, 5, "layer0.weight")).isEqualTo(first);
    assertThat(common(first, drawn(initialiser, 6, "layer0.weight"))).isLessThan(3);
    assertThat(common(first, drawn(initialiser, 5, "layer1.weight"))).isLessThan(3);
    // Strings that String.hashCode cannot tell apart.
    assertThat(common(drawn(initialiser, 5, "Aa"), drawn(initialiser, 5, "BB"))).isLessThan(3);
  }

  private static int common(float[] a, float[] b) {
    int same = 0;
    for (int i = 0; i < a.length; i++) {
      same += a[i] == b[i] ? 1 : 0;
    }
    return same;
  }

  @Test
  void boundsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> new Initialiser.Uniform(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bound must be positive, got 0.0");
    assertThatThrownBy(() -> new Initialiser.GlorotNormal(Double.NaN))
        .hasMessage("gain must be positive, got NaN");
    Matrix empty = Matrix.zeros(0, 3, Arena.ofAuto());
    assertThatThrownBy(() -> new Initialiser.LinearDefault().fill(empty, 1, "w"))
        .hasMessage("fan-in must be at least 1, got 0");
  }
}
