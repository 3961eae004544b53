package io.atp.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitRuleTest {
  private static final Workspace WORK = Workspace.open(1);
  private static final Optional<Split> NO_SPLIT = Optional.empty();

  /// Classes 0, 1 and 2 in turn; every tenth node has no label.
  private static final Labels LABELS =
      new Labels(3, IntStream.range(0, 300).map(i -> i % 10 == 9 ? -1 : i % 3).toArray());

  private static final CsrGraph GRAPH = NamedGraphs.path(WORK, 300);

  @AfterAll
  static void close() {
    WORK.close();
  }

  private static Split draw(String rule, long seed) {
    return SplitRule.parse(rule).draw(LABELS, GRAPH, NO_SPLIT, seed);
  }

  private static int[] all(Split split) {
    return Stream.of(split.train(), split.validation(), split.test())
        .flatMapToInt(IntStream::of)
        .sorted()
        .toArray();
  }

  private static long ofClass(int[] nodes, int label) {
    return IntStream.of(nodes).filter(node -> LABELS.values()[node] == label).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"20/30", "planetoid:10/50/100", "0.6/0.2/0.2", "20/30/largest"})
  void everyPartIsLabelledAndNoNodeIsInTwo(String rule) {
    Split split = draw(rule, 3);
    int[] nodes = all(split);
    assertThat(nodes).doesNotHaveDuplicates();
    assertThat(IntStream.of(nodes).allMatch(LABELS::labelled)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"20/30", "planetoid:10/50/100", "0.6/0.2/0.2"})
  void aSeedGivesOneSplitAndAnotherSeedAnother(String rule) {
    assertThat(draw(rule, 3).train()).containsExactly(draw(rule, 3).train());
    assertThat(draw(rule, 3).test()).containsExactly(draw(rule, 3).test());
    assertThat(draw(rule, 3).train()).isNotEqualTo(draw(rule, 4).train());
  }

  @Test
  void perClassTakesItsNumbersFromEveryClassAndLeavesTheRestForTest() {
    Split split = draw("20/30", 1);
    for (int label = 0; label < 3; label++) {
      assertThat(ofClass(split.train(), label)).isEqualTo(20);
      assertThat(ofClass(split.validation(), label)).isEqualTo(30);
      assertThat(ofClass(split.test(), label)).isEqualTo(40);
    }
  }

  @Test
  void aLargerTrainPartKeepsTheNodesOfASmallerOne() {
    assertThat(draw("30/10", 1).train()).contains(draw("20/30", 1).train());
  }

  @Test
  void theFirstNodesOfAClassInHashOrderAreItsTrainNodes() {
    // A twin that sorts whole hashes as objects; its own constant, because a split once published
    // must not move.
    long purpose = 0x73706C69740AL;
    int[] expected =
        IntStream.range(0, 3)
            .flatMap(
                label ->
                    IntStream.range(0, 300)
                        .filter(node -> LABELS.values()[node] == label)
                        .boxed()
                        .sorted(
                            (a, b) ->
                                Long.compare(
                                    StatelessHash.of(7, purpose, a),
                                    StatelessHash.of(7, purpose, b)))
                        .limit(5)
                        .mapToInt(Integer::intValue))
            .sorted()
            .toArray();
    assertThat(draw("5/1", 7).train()).containsExactly(expected);
  }

  @Test
  void everyNodeIsATrainNodeAboutEquallyOften() {
    int[] times = new int[300];
    for (int seed = 0; seed < 2000; seed++) {
      for (int node : draw("30/10", seed).train()) {
        times[node]++;
      }
    }
    // 30 of 90: mean 666.7, deviation 21.1 a node.
    for (int node = 0; node < 300; node++) {
      if (LABELS.labelled(node)) {
        assertThat(times[node]).as("node %d", node).isBetween(560, 775);
      }
    }
  }

  @Test
  void planetoidTakesTrainPerClassAndTheOthersFromAnyClass() {
    Split split = draw("planetoid:10/50/100", 1);
    for (int label = 0; label < 3; label++) {
      assertThat(ofClass(split.train(), label)).isEqualTo(10);
    }
    assertThat(split.validation()).hasSize(50);
    assertThat(split.test()).hasSize(100);
    assertThatThrownBy(() -> draw("planetoid", 1))
        .hasMessage(
            "210 labelled nodes are left after train, 500 validation and 1000 test nodes were"
                + " asked for");
  }

  @ParameterizedTest
  @CsvSource({
    "0.6/0.2/0.2, 162, 54, 54",
    "0.5/0.25/0.25, 135, 68, 67",
    "0.1/0.1/0.1, 27, 27, 27",
    "1/0/0, 270, 0, 0"
  })
  void sharesAreOfTheLabelledNodes(String rule, int train, int validation, int test) {
    Split split = draw(rule, 5);
    assertThat(split.train()).hasSize(train);
    assertThat(split.validation()).hasSize(validation);
    assertThat(split.test()).hasSize(test);
  }

  @Test
  void aSmallClassGivesAtMostHalfToTrainAndSaysSo() {
    int[] values = new int[70];
    Arrays.fill(values, 0, 9, 1);
    values[69] = 2;
    Labels labels = new Labels(4, values);
    CsrGraph graph = NamedGraphs.path(WORK, 70);
    SplitRule rule = SplitRule.parse("20/30");
    assertThat(rule.shortClasses(labels, graph))
        .containsExactly(new ClassQuota(1, 9, 4, 2), new ClassQuota(2, 1, 0, 0));
    Split split = rule.draw(labels, graph, NO_SPLIT, 1);
    assertThat(split.train()).hasSize(24);
    assertThat(IntStream.of(split.train()).filter(node -> node < 9).count()).isEqualTo(4);
    assertThat(IntStream.of(split.validation()).filter(node -> node < 9).count()).isEqualTo(2);
    assertThat(split.test()).contains(69).hasSize(10 + 3 + 1);
    assertThat(rule.shortClasses(LABELS, GRAPH)).isEmpty();
    assertThat(new SplitRule.PerClass(8, 40, false).shortClasses(labels, graph))
        .contains(new ClassQuota(1, 9, 4, 2));
  }

  @Test
  void nodesOutsideTheLargestComponentAreInNoPartWhenAskedSo() {
    // A path of 4 and a path of 6.
    CsrGraph graph = NamedGraphs.edges(WORK, 10, 0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9);
    Labels labels = new Labels(1, new int[10]);
    Split split = SplitRule.parse("2/2/largest").draw(labels, graph, NO_SPLIT, 1);
    assertThat(all(split)).containsExactly(4, 5, 6, 7, 8, 9);
  }

  @Test
  void theGivenSplitLosesItsUnlabelledNodesOnly() {
    Split given = new Split(new int[] {1, 9, 10}, new int[] {2}, new int[] {3, 299});
    Split split = SplitRule.parse("given").draw(LABELS, GRAPH, Optional.of(given), 1);
    assertThat(split.train()).containsExactly(1, 10);
    assertThat(split.validation()).containsExactly(2);
    assertThat(split.test()).containsExactly(3);
    assertThatThrownBy(() -> draw("given", 1))
        .hasMessage("the data has no split of its own: choose a rule such as 20/30 or 0.6/0.2/0.2");
    Split beyond = new Split(new int[] {1}, new int[] {}, new int[] {300});
    assertThatThrownBy(() -> SplitRule.parse("given").draw(LABELS, GRAPH, Optional.of(beyond), 1))
        .hasMessage("the test part lists node 300, with 300 nodes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "given",
        "20/30",
        "20/30/largest",
        "planetoid",
        "planetoid:5/10/20",
        "0.6/0.2/0.2",
        "0.00001/0.2/0.5"
      })
  void aRuleIsTheTextItWasReadFrom(String text) {
    assertThat(SplitRule.parse(text).text()).isEqualTo(text);
    assertThat(SplitRule.parse(SplitRule.parse(text).text())).isEqualTo(SplitRule.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0/30 | train nodes per class must be at least 1, got 0",
        "0.6/0.3/0.2 | the shares add up to 1.0999999999999999, which is more than 1",
        "20/30/50 | train share must lie in [0, 1], got 20",
        "0/0.5/0.5 | train share must be above 0",
        "half | the split rule 'half' is none of given, planetoid, 20/30, 20/30/largest or"
            + " 0.6/0.2/0.2"
      })
  void aWrongRuleIsRefusedInASentence(String text, String message) {
    assertThatThrownBy(() -> SplitRule.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void labelsThatDoNotFitTheGraphAreRefused() {
    assertThatThrownBy(
            () -> SplitRule.parse("20/30").draw(LABELS, NamedGraphs.path(WORK, 5), NO_SPLIT, 1))
        .hasMessage("labels have 300 entries, graph has 5 nodes");
    assertThatThrownBy(
            () ->
                SplitRule.parse("20/30")
                    .draw(
                        new Labels(2, new int[] {-1, -1}), NamedGraphs.path(WORK, 2), NO_SPLIT, 1))
        .hasMessage("none of the nodes has a label: nothing to split");
  }
}
