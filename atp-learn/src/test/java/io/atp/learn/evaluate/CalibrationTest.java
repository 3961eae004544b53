package io.atp.learn.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.io.dataset.Labels;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  /// The first `right` of `count` nodes are of class 0, which each gets with this probability.
  private static Calibration of(int count, int right, float probability) {
    float[][] rows = new float[count][];
    Arrays.fill(rows, new float[] {probability, 1 - probability});
    int[] labels = IntStream.range(0, count).map(i -> i < right ? 0 : 1).toArray();
    return Calibration.of(
        Scores.ofProbabilities(ClassRows.of(rows)),
        new Labels(2, labels),
        IntStream.range(0, count).toArray());
  }

  @Test
  void aModelThatIsAsOftenRightAsItSaysHasNoError() {
    Calibration found = of(8, 6, .75f);
    assertThat(found.expectedError()).isZero();
    assertThat(found.negativeLogLikelihood())
        .isCloseTo(-.75 * Math.log(.75) - .25 * Math.log(.25), within(1e-15));
    assertThat(found.brier()).isCloseTo(.75 * 2 * .0625 + .25 * 2 * .5625, within(1e-15));
    assertThat(found.bins()).hasSize(15);
    assertThat(found.bins().get(11))
        .isEqualTo(new Calibration.Bin(11 / 15.0, 12 / 15.0, 8, .75, .75));
    assertThat(found.bins().stream().mapToInt(Calibration.Bin::nodes).sum()).isEqualTo(8);
    assertThat(found.bins().get(3)).isEqualTo(new Calibration.Bin(.2, 4 / 15.0, 0, 0, 0));
  }

  @Test
  void aSureModelThatIsRightHalfTheTimeIsOffByHalf() {
    Calibration found = of(4, 2, 1);
    assertThat(found.expectedError()).isEqualTo(.5);
    assertThat(found.brier()).isEqualTo(1);
    // Two nodes lose nothing, two lose −log 2⁻¹⁴⁹.
    assertThat(found.negativeLogLikelihood()).isCloseTo(149 * Math.log(2) / 2, within(1e-12));
    assertThat(found.bins().getLast().nodes()).isEqualTo(4);
  }

  @Test
  void errorsOfTwoBinsAddByTheirShare() {
    // 2 nodes at .5, both right: off by .5. 2 nodes at .75, one right: off by .25.
    float[][] rows = {{.5f, .5f}, {.5f, .5f}, {.25f, .75f}, {.25f, .75f}};
    Scores scores = Scores.ofProbabilities(ClassRows.of(rows));
    Labels labels = new Labels(2, new int[] {0, 0, 1, 0});
    int[] nodes = {0, 1, 2, 3};
    assertThat(Calibration.of(scores, labels, nodes).expectedError()).isEqualTo(.375);
    // In one bin the two cancel in part: accuracy ¾, confidence ⅝.
    assertThat(Calibration.of(scores, labels, nodes, 1).expectedError()).isEqualTo(.125);
  }

  @Test
  void aBinHoldsItsUpperEnd() {
    Scores scores = Scores.ofProbabilities(ClassRows.of(new float[][] {{.5f, .5f}}));
    Labels labels = new Labels(2, new int[] {0});
    assertThat(Calibration.of(scores, labels, new int[] {0}, 2).bins().get(0).nodes()).isEqualTo(1);
  }

  @Test
  void logitsAndTheirProbabilitiesAreJudgedAlike() {
    int count = 200;
    float[][] logits = new float[count][4];
    float[][] probabilities = new float[count][4];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      double sum = 0;
      for (int c = 0; c < 4; c++) {
        logits[i][c] = (float) (6 * StatelessHash.unit(StatelessHash.of(1, i, c)) - 3);
        sum += Math.exp(logits[i][c]);
      }
      for (int c = 0; c < 4; c++) {
        probabilities[i][c] = (float) (Math.exp(logits[i][c]) / sum);
      }
      labels[i] = StatelessHash.below(StatelessHash.of(2, i), 4);
    }
    Labels truth = new Labels(4, labels);
    int[] nodes = IntStream.range(0, count).toArray();
    Calibration a = Calibration.of(Scores.ofLogits(ClassRows.of(logits)), truth, nodes);
    Calibration b =
        Calibration.of(Scores.ofProbabilities(ClassRows.of(probabilities)), truth, nodes);
    assertThat(a.expectedError()).isCloseTo(b.expectedError(), within(1e-6));
    assertThat(a.negativeLogLikelihood()).isCloseTo(b.negativeLogLikelihood(), within(1e-6));
    assertThat(a.brier()).isCloseTo(b.brier(), within(1e-6));
    Calibration shuffled =
        Calibration.of(
            Scores.ofLogits(ClassRows.of(logits)), truth, NamedGraphs.permutation(count, 3));
    assertThat(shuffled).isEqualTo(a);
  }

  @Test
  void hugeLogitsNeitherOverflowNorLoseTheLoss() {
    Scores scores = Scores.ofLogits(ClassRows.of(new float[][] {{5000, 0}, {0, 5000}}));
    Calibration found = Calibration.of(scores, new Labels(2, new int[] {0, 0}), new int[] {0, 1});
    assertThat(found.negativeLogLikelihood()).isEqualTo(2500);
    assertThat(found.expectedError()).isEqualTo(.5);
  }

  @Test
  void whatIsNoProbabilityIsRefused() {
    Scores scores = Scores.ofProbabilities(ClassRows.of(new float[][] {{1.5f, 0}}));
    Labels labels = new Labels(2, new int[] {0});
    assertThatThrownBy(() -> Calibration.of(scores, labels, new int[] {0}))
        .hasMessage("node 0 has probability 1.5 for its class");
    assertThatThrownBy(() -> Calibration.of(scores, labels, new int[0]))
        .hasMessage("there are no nodes to judge: the list is empty");
    assertThatThrownBy(() -> Calibration.of(scores, labels, new int[] {0}, 0))
        .hasMessage("bins must be at least 1, got 0");
  }
}
