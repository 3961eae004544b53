package io.atp.learn.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.io.dataset.Labels;
import org.junit.jupiter.api.Test;

class MultiLabelEvaluationTest {
  private static final boolean[][] TRUTH = {
    {true, true, false, false}, {false, true, false, false}, {true, false, false, false}
  };
  private static final MultiLabelEvaluation.Truth HAS = (node, label) -> TRUTH[node][label];

  @Test
  void threeNodesByHand() {
    ClassRows logits =
        ClassRows.of(new float[][] {{2, -1, .5f, -1}, {-3, 4, -1, -2}, {1, 1, 0, -.1f}});
    MultiLabelEvaluation found = MultiLabelEvaluation.of(logits, HAS, new int[] {2, 0, 1});
    assertThat(found.count()).isEqualTo(3);
    assertThat(found.labels())
        .containsExactly(
            new ClassScore(0, 2, 2, 2),
            new ClassScore(1, 2, 2, 1),
            new ClassScore(2, 0, 1, 0),
            new ClassScore(3, 0, 0, 0));
    assertThat(found.microF1()).isCloseTo(2 * 3 / 9.0, within(1e-15));
    assertThat(found.macroF1()).isCloseTo((1 + .5 + 0) / 3, within(1e-15));
  }

  @Test
  void aLogitOfZeroIsNoLabel() {
    ClassRows zeros = ClassRows.of(new float[3][4]);
    MultiLabelEvaluation found = MultiLabelEvaluation.of(zeros, HAS, new int[] {0, 1, 2});
    assertThat(found.labels()).allMatch(score -> score.predicted() == 0);
    assertThat(found.microF1()).isZero();
  }

  @Test
  void withOneLabelEachItIsTheOrdinaryEvaluation() {
    int[] classes = {0, 1, 2, 1, 0};
    float[][] logits = {{1, -1, -1}, {1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {-1, -1, 1}};
    int[] nodes = {0, 1, 2, 3, 4};
    ClassRows rows = ClassRows.of(logits);
    Evaluation single = Evaluation.of(Scores.ofLogits(rows), new Labels(3, classes), nodes);
    MultiLabelEvaluation many =
        MultiLabelEvaluation.of(rows, (node, label) -> classes[node] == label, nodes);
    assertThat(many.labels()).isEqualTo(single.classes());
    assertThat(many.microF1()).isEqualTo(single.accuracy());
    assertThat(many.macroF1()).isEqualTo(single.macroF1());
  }

  @Test
  void whatCannotBeJudgedIsRefusedInASentence() {
    ClassRows rows = ClassRows.of(new float[][] {{0, Float.NaN, 0, 0}});
    assertThatThrownBy(() -> MultiLabelEvaluation.of(rows, HAS, new int[0]))
        .hasMessage("there are no nodes to judge: the list is empty");
    assertThatThrownBy(() -> MultiLabelEvaluation.of(rows, HAS, new int[] {0}))
        .hasMessage("the score of node 0 for label 1 is not a number");
  }
}
