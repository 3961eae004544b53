package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.op.OpValues.close;
import static io.atp.learn.tensor.op.OpValues.m;
import static io.atp.learn.tensor.op.OpValues.r;
import static io.atp.learn.tensor.op.OpValues.refused;
import static io.atp.learn.tensor.op.OpValues.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

/// Values of the activations at places anybody can check.
class ActivationsTest {
  private static final double E = Math.E;
  private final float[][] x = m(r(-1, 0, 2));

  @Test
  void rectifiersDifferBelowZeroOnly() {
    close(value(t -> Relu.of(t.get(0)), x), r(0, 0, 2));
    close(value(t -> LeakyRelu.of(t.get(0), 0.2), x), r(-0.2, 0, 2));
    close(value(t -> Prelu.of(t.get(0), t.get(1)), x, m(r(0.25))), r(-0.25, 0, 2));
    close(value(t -> Elu.of(t.get(0)), x), r(1 / E - 1, 0, 2));
  }

  @Test
  void squashingFunctionsAreOddAboutTheirCentre() {
    close(value(t -> Sigmoid.of(t.get(0)), x), r(1 / (1 + E), 0.5, 1 / (1 + 1 / (E * E))));
    close(value(t -> Tanh.of(t.get(0)), x), r(-Math.tanh(1), 0, Math.tanh(2)));
  }

  @Test
  void squashingFunctionsSurviveAnyLogit() {
    float[][] far = m(r(-200, 200));
    close(value(t -> Sigmoid.of(t.get(0)), far), r(0, 1));
    close(value(t -> Tanh.of(t.get(0)), far), r(-1, 1));
    close(value(t -> Elu.of(t.get(0)), far), r(-1, 200));
  }

  @Test
  void tanhKeepsItsDigitsNearZero() {
    float[][] small = m(r(1e-6, -3e-4, 0.02));
    float[] result = value(t -> Tanh.of(t.get(0)), small)[0];
    for (int j = 0; j < result.length; j++) {
      double exact = Math.tanh(small[0][j]);
      assertThat((double) result[j]).isCloseTo(exact, withinPercentage(1e-4));
    }
  }

  @Test
  void aSoftmaxRowIsADistributionWhateverIsAddedToIt() {
    double whole = 1 + E + E * E;
    float[] expected = r(1 / whole, E / whole, E * E / whole);
    close(value(t -> Softmax.of(t.get(0)), m(r(0, 1, 2), r(1000, 1001, 1002))), expected, expected);
  }

  @Test
  void aLogSoftmaxIsTheLogarithmOfTheSoftmax() {
    double normaliser = Math.log(1 + E + E * E);
    close(
        value(t -> LogSoftmax.of(t.get(0)), m(r(0, 1, 2), r(-500, 0, 500))),
        r(-normaliser, 1 - normaliser, 2 - normaliser),
        r(-1000, -500, 0));
  }

  @Test
  void whatHasNoMeaningIsRefused() {
    refused(
        "slope must be a finite number, got Infinity",
        t -> LeakyRelu.of(t.get(0), Double.POSITIVE_INFINITY),
        x);
    refused("a slope must be 1 × 1, got 1 × 3", t -> Prelu.of(t.get(0), t.get(0)), x);
    refused("a softmax needs entries, got 0 × 0", t -> Softmax.of(t.get(0)), m());
    refused("a log-softmax needs entries, got 0 × 0", t -> LogSoftmax.of(t.get(0)), m());
  }
}
