package io.atp.learn.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.io.dataset.Labels;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemperatureScalingTest {
  private static final int[] FOUR = {0, 1, 2, 3};

  /// Logits of four nodes of which three are of class 0, `scale` times log 3 in its favour: honest
  /// at scale 1.
  private static ClassRows threeOfFour(double scale) {
    float[] row = {(float) (scale * Math.log(3)), 0};
    return ClassRows.of(new float[][] {row, row, row, row});
  }

  private static final Labels THREE_OF_FOUR = new Labels(2, new int[] {0, 0, 1, 0});

  private static final int COUNT = 300;
  private static final int[] ALL = IntStream.range(0, COUNT).toArray();

  private static float[][] noise(float scale) {
    float[][] logits = new float[COUNT][5];
    for (int i = 0; i < COUNT; i++) {
      for (int c = 0; c < 5; c++) {
        logits[i][c] = scale * (float) (8 * StatelessHash.unit(StatelessHash.of(1, i, c)));
      }
    }
    return logits;
  }

  /// Right for three nodes in five, drawn otherwise.
  private static Labels labels() {
    ClassRows logits = ClassRows.of(noise(1));
    return new Labels(
        5,
        IntStream.range(0, COUNT)
            .map(i -> i % 5 < 3 ? logits.argmax(i) : StatelessHash.below(StatelessHash.of(2, i), 5))
            .toArray());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2.5, .4, 20, .05})
  void itFindsTheScaleThatWasPutOnHonestLogits(double scale) {
    TemperatureScaling found = TemperatureScaling.fit(threeOfFour(scale), THREE_OF_FOUR, FOUR);
    assertThat(found.temperature()).isCloseTo(scale, within(1e-6 * scale));
    assertThat(found.atBound()).isFalse();
    Calibration after = Calibration.of(found.apply(threeOfFour(scale)), THREE_OF_FOUR, FOUR);
    assertThat(after.expectedError()).isCloseTo(0, within(1e-9));
    assertThat(after.negativeLogLikelihood()).isCloseTo(found.lossAfter(), within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(floats = {.25f, 4})
  void scaledLogitsScaleTheTemperature(float scale) {
    double plain = TemperatureScaling.fit(ClassRows.of(noise(1)), labels(), ALL).temperature();
    double scaled = TemperatureScaling.fit(ClassRows.of(noise(scale)), labels(), ALL).temperature();
    assertThat(scaled).isCloseTo(scale * plain, within(1e-9 * scale));
  }

  @Test
  void aFineSearchFindsNothingBetter() {
    ClassRows logits = ClassRows.of(noise(1));
    TemperatureScaling found = TemperatureScaling.fit(logits, labels(), ALL);
    assertThat(found.lossAfter()).isLessThan(found.lossBefore());
    double best = Double.POSITIVE_INFINITY;
    double at = 0;
    for (double t = .2; t < 20; t *= 1.01) {
      Scores scores = new Scores.Softmax(logits, t);
      double loss = Calibration.of(scores, labels(), ALL).negativeLogLikelihood();
      if (loss < best) {
        best = loss;
        at = t;
      }
    }
    assertThat(found.lossAfter()).isLessThanOrEqualTo(best);
    assertThat(found.temperature()).isBetween(at / 1.011, at * 1.011);
  }

  @Test
  void theClassesStayAndTheOrderOfNodesDoesNotMatter() {
    ClassRows logits = ClassRows.of(noise(1));
    TemperatureScaling found = TemperatureScaling.fit(logits, labels(), ALL);
    for (int node : ALL) {
      assertThat(found.apply(logits).argmax(node)).isEqualTo(logits.argmax(node));
    }
    assertThat(TemperatureScaling.fit(logits, labels(), NamedGraphs.permutation(COUNT, 9)))
        .isEqualTo(found);
  }

  @Test
  void wherePerfectionOrChanceHasNoBestTemperatureTheBoundIsNamed() {
    Labels right = new Labels(2, new int[4]);
    TemperatureScaling sure = TemperatureScaling.fit(threeOfFour(1), right, FOUR);
    assertThat(sure.temperature()).isEqualTo(TemperatureScaling.LOWEST);
    assertThat(sure.atBound()).isTrue();
    Labels wrong = new Labels(2, new int[] {1, 1, 1, 1});
    TemperatureScaling lost = TemperatureScaling.fit(threeOfFour(1), wrong, FOUR);
    assertThat(lost.temperature()).isEqualTo(TemperatureScaling.HIGHEST);
    assertThat(lost.atBound()).isTrue();
  }

  @Test
  void logitsThatSayNothingAreLeftAlone() {
    TemperatureScaling found =
        TemperatureScaling.fit(ClassRows.of(new float[4][2]), THREE_OF_FOUR, FOUR);
    assertThat(found)
        .isEqualTo(new TemperatureScaling(1, found.lossBefore(), found.lossBefore(), false));
    assertThat(found.lossBefore()).isCloseTo(Math.log(2), within(1e-15));
  }

  @Test
  void whatCannotBeFittedIsRefusedInASentence() {
    assertThatThrownBy(() -> TemperatureScaling.fit(threeOfFour(1), THREE_OF_FOUR, new int[0]))
        .hasMessage("there are no nodes to judge: the list is empty");
    ClassRows endless =
        ClassRows.of(new float[][] {{0, Float.POSITIVE_INFINITY}, {0, 1}, {0, 1}, {0, 1}});
    assertThatThrownBy(() -> TemperatureScaling.fit(endless, THREE_OF_FOUR, FOUR))
        .hasMessage("the logit of node 0 for class 1 is Infinity, not a finite number");
    assertThatThrownBy(() -> new Scores.Softmax(endless, 0))
        .hasMessage("temperature must be above 0, got 0.0");
  }
}
