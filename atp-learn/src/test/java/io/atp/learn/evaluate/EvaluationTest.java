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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluationTest {
  private static final Labels LABELS = new Labels(4, new int[] {0, 0, 0, 1, 1, 2, -1, 2});
  private static final int[] PREDICTED = {0, 0, 1, 1, 0, 2, 3, 1};
  private static final int[] NODES = {0, 1, 2, 3, 4, 5, 7};

  @Test
  void sevenNodesByHand() {
    Evaluation found = Evaluation.of(PREDICTED, LABELS, NODES);
    assertThat(found.confusion())
        .isDeepEqualTo(new long[][] {{2, 1, 0, 0}, {1, 1, 0, 0}, {0, 1, 1, 0}, {0, 0, 0, 0}});
    assertThat(found.count()).isEqualTo(7);
    assertThat(found.accuracy()).isEqualTo(4 / 7.0);
    ClassScore first = found.classes().get(0);
    assertThat(first.precision()).isEqualTo(2 / 3.0);
    assertThat(first.recall()).isEqualTo(2 / 3.0);
    ClassScore second = found.classes().get(1);
    assertThat(second.precision()).isEqualTo(1 / 3.0);
    assertThat(second.recall()).isEqualTo(1 / 2.0);
    assertThat(second.f1()).isEqualTo(2 / 5.0);
    ClassScore third = found.classes().get(2);
    assertThat(third).isEqualTo(new ClassScore(2, 2, 1, 1));
    assertThat(third.f1()).isEqualTo(2 / 3.0);
    // Class 3 neither occurs nor is predicted: its F1 is 0, and the mean leaves it out.
    assertThat(found.classes().get(3)).isEqualTo(new ClassScore(3, 0, 0, 0));
    assertThat(found.classes().get(3).f1()).isZero();
    assertThat(found.macroF1()).isCloseTo((2 / 3.0 + 2 / 5.0 + 2 / 3.0) / 3, within(1e-15));
  }

  @Test
  void aClassThatIsOnlyPredictedCountsInTheMean() {
    Labels labels = new Labels(2, new int[] {0, 0});
    Evaluation found = Evaluation.of(new int[] {0, 1}, labels, new int[] {0, 1});
    assertThat(found.macroF1()).isCloseTo((2 / 3.0 + 0) / 2, within(1e-15));
    assertThat(found.classes().get(1).recall()).isZero();
  }

  @Test
  void perfectAndOppositePredictionsAreOneAndZero() {
    Labels labels = new Labels(2, new int[] {0, 1, 0});
    int[] nodes = {0, 1, 2};
    Evaluation right = Evaluation.of(new int[] {0, 1, 0}, labels, nodes);
    assertThat(new double[] {right.accuracy(), right.macroF1(), right.microF1()}).containsOnly(1.0);
    Evaluation wrong = Evaluation.of(new int[] {1, 0, 1}, labels, nodes);
    assertThat(new double[] {wrong.accuracy(), wrong.macroF1(), wrong.microF1()}).containsOnly(0.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void microF1IsTheAccuracyAndTheOrderOfNodesDoesNotMatter(long seed) {
    int count = 500;
    Labels labels = new Labels(5, draw(count, seed));
    int[] predicted = draw(count, seed + 100);
    int[] nodes = NamedGraphs.permutation(count, seed);
    Evaluation found = Evaluation.of(predicted, labels, nodes);
    assertThat(found.microF1()).isCloseTo(found.accuracy(), within(1e-15));
    long right = IntStream.range(0, count).filter(i -> predicted[i] == labels.values()[i]).count();
    assertThat(found.accuracy()).isEqualTo((double) right / count);
    Evaluation ordered = Evaluation.of(predicted, labels, IntStream.range(0, count).toArray());
    assertThat(ordered.confusion()).isDeepEqualTo(found.confusion());
  }

  private static int[] draw(int count, long seed) {
    return IntStream.range(0, count)
        .map(i -> StatelessHash.below(StatelessHash.of(seed, i), 5))
        .toArray();
  }

  @Test
  void scoresAreJudgedByTheirLargestAndTiesGoToTheLowerClass() {
    ClassRows rows = ClassRows.of(new float[][] {{1, 2, 2}, {3, -1, 0}, {0, 0, 0}});
    Labels labels = new Labels(3, new int[] {1, 0, 0});
    int[] nodes = {2, 0, 1};
    assertThat(Evaluation.of(Scores.ofLogits(rows), labels, nodes).accuracy()).isEqualTo(1);
    assertThat(Evaluation.of(Scores.ofProbabilities(rows), labels, nodes).accuracy()).isEqualTo(1);
  }

  @Test
  void whatCannotBeJudgedIsRefusedInASentence() {
    assertThatThrownBy(() -> Evaluation.of(PREDICTED, LABELS, new int[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there are no nodes to judge: the list is empty");
    assertThatThrownBy(() -> Evaluation.of(PREDICTED, LABELS, new int[] {6}))
        .hasMessage("node 6 is to be judged and has no label");
    assertThatThrownBy(() -> Evaluation.of(PREDICTED, LABELS, new int[] {2, 1, 2}))
        .hasMessage("node 2 is listed twice");
    assertThatThrownBy(() -> Evaluation.of(Arrays.copyOf(PREDICTED, 5), LABELS, NODES))
        .hasMessage("node 5 is to be judged, with predictions for 5 nodes");
    assertThatThrownBy(() -> Evaluation.of(new int[] {4}, LABELS, new int[] {0}))
        .hasMessage("node 0 is predicted to be of class 4, with 4 classes");
    Scores narrow = Scores.ofLogits(ClassRows.of(new float[8][3]));
    assertThatThrownBy(() -> Evaluation.of(narrow, LABELS, NODES))
        .hasMessage("scores are for 3 classes, labels have 4");
    Scores broken = Scores.ofLogits(ClassRows.of(new float[][] {{0, 1, Float.NaN, 0}}));
    assertThatThrownBy(() -> Evaluation.of(broken, LABELS, new int[] {0}))
        .hasMessage("the score of node 0 for class 2 is not a number");
    assertThatThrownBy(() -> ClassRows.of(new float[][] {{0, 1}, {2}}))
        .hasMessage("row 1 has 1 classes, row 0 has 2");
  }
}
