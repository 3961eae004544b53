package io.atp.core.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.nodewise.NodeSteps.Distance;
import io.atp.core.nodewise.NodeSteps.EdgeCount;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeWisePropagationTest {
  private static final int NODES = 60;
  private static final int WIDTH = 5;
  private static final PropagationConfig LIST = PropagationConfig.of(3, new HopCombiner.All());
  private static final PropagationConfig SUM = PropagationConfig.of(3, HopCombiner.mean(3));
  private static final Strategy NDLS = new Strategy.Ndls(0.3, 50, Distance.RELATIVE);
  private static final Strategy NDM =
      new Strategy.Ndm(1.2, 0.5, 0.4, false, EdgeCount.STORED_TWICE, 0, 0);

  private Workspace work;
  private PropagationOperator adaptive;
  private DenseFeatures x;

  @BeforeEach
  void open() {
    work = Workspace.open(2);
    adaptive = operator(work);
    x = Twin.features(work, NODES, WIDTH, 5);
  }

  @AfterEach
  void close() {
    work.close();
  }

  private static NodeCoefficients coefficients() {
    double[] r = new double[NODES];
    for (int i = 0; i < NODES; i++) {
      r[i] = StatelessHash.unit(StatelessHash.of(3, i));
    }
    return new NodeCoefficients(r);
  }

  static PropagationOperator operator(Workspace work) {
    return PropagationOperator.of(NamedGraphs.skewed(work, NODES, 150, 4), coefficients());
  }

  private NodeWiseFeatures run(PropagationConfig form, Strategy... strategies) {
    return NodeWisePropagation.propagate(adaptive, x, NodeWise.of(List.of(strategies)), form, work);
  }

  /// Without any choice a list is the backbone's own.
  @Test
  void plainIsThePlainPropagation() {
    double[][][] states = Twin.states(Twin.matrix(adaptive), Twin.values(x), 3);
    List<DenseFeatures> hops =
        NodeWisePropagation.propagate(adaptive, x, NodeWise.PLAIN, LIST, work).hops().matrices();
    for (int hop = 0; hop <= 3; hop++) {
      Twin.assertClose(hops.get(hop), states[hop], 1e-5);
    }
  }

  @Test
  void aListOfHeatShowsTheTimesOnTheWay() {
    double[][] m = Twin.lazy(Twin.matrix(adaptive), 1 - 2.0 / 6); // T = 2 in 3 entries of 2 steps
    double[][][] states = Twin.states(m, Twin.values(x), 6);
    List<DenseFeatures> list = run(LIST, new Strategy.Dgc(2, 0)).hops().matrices();
    for (int entry = 0; entry <= 3; entry++) {
      Twin.assertClose(list.get(entry), states[2 * entry], 1e-5);
    }
  }

  @Test
  void stepsByDistanceAreThoseOfTheSlowTwin() {
    double[][][] states = Twin.states(Twin.matrix(adaptive), Twin.values(x), 50);
    int[] steps = run(SUM, NDLS).steps();
    double[][] far = Twin.states(Twin.matrix(adaptive), Twin.values(x), 1 << 10)[1 << 10];
    int stopped = 0;
    for (int node = 0; node < NODES; node++) {
      for (int hop = 0; hop <= Math.min(50, steps[node]); hop++) {
        double square = 0;
        for (int c = 0; c < WIDTH; c++) {
          double away = (states[hop][node][c] - far[node][c]) * adaptive.right()[node];
          square += away * away;
        }
        assertThat(Math.sqrt(square) < 0.3).isEqualTo(hop == steps[node]);
      }
      stopped += steps[node] < 50 ? 1 : 0;
    }
    assertThat(stopped).isEqualTo(NODES);
  }

  @Test
  void aNodeThatStoppedKeepsItsRowAndStillSends() {
    double[][][] states = Twin.states(Twin.matrix(adaptive), Twin.values(x), 3);
    NodeWiseFeatures result = run(LIST, NDLS);
    for (int entry = 0; entry <= 3; entry++) {
      double[][] expected = new double[NODES][];
      for (int node = 0; node < NODES; node++) {
        expected[node] = states[Math.min(entry, result.steps()[node])][node];
      }
      Twin.assertClose(result.hops().hop(entry), expected, 1e-5);
    }
    assertThat(result.steps()).contains(1).contains(2);
  }

  @Test
  void ndmAddsUpToEachNodesLength() {
    double[] h = Schedule.powerWeights(1.2, 0.5);
    double[][][] states = Twin.states(Twin.matrix(adaptive), Twin.values(x), 8);
    NodeWiseFeatures sum = run(SUM, NDM);
    assertThat(sum.steps()).contains(1).contains(2);
    assertThat(sum.account().mostSteps()).isBetween(2, 8);
    Twin.assertClose(sum.hops().combined(), Twin.sum(states, h, sum.steps(), 8), 1e-5);
    NodeWiseFeatures list = run(LIST, NDM);
    for (int entry = 0; entry <= 3; entry++) {
      Twin.assertClose(list.hops().hop(entry), Twin.sum(states, h, sum.steps(), entry), 1e-5);
    }
  }

  @Test
  void renormalisedWeightsKeepAConstant() {
    PropagationOperator walk = PropagationOperator.classic(adaptive.graph(), 0);
    double[][] ones = new double[NODES][1];
    for (double[] row : ones) {
      row[0] = 1;
    }
    var ndm = new Strategy.Ndm(1.2, 0.5, 0.4, true, EdgeCount.STORED_TWICE, 0, 0);
    DenseFeatures constant = TestVectors.features(work, ones);
    NodeWise unbounded =
        new NodeWise(
            new NodeSteps.AllHops(),
            new HopWeights.Power(1.2, 0.5, true),
            new FeatureEntry.Exact());
    for (NodeWise choice : List.of(NodeWise.of(List.of(ndm)), unbounded)) {
      for (PropagationConfig form : List.of(SUM, LIST)) {
        NodeWiseFeatures result = NodeWisePropagation.propagate(walk, constant, choice, form, work);
        Twin.assertClose(result.hops().matrices().getLast(), ones, 1e-5);
      }
    }
  }

  @Test
  void aPushStaysWithinItsBoundAndCostsLessTheMoreItMayErr() {
    double[][][] states = Twin.states(Twin.matrix(adaptive), Twin.values(x), 60);
    double[] h = new double[61];
    for (int l = 0; l <= 60; l++) {
      h[l] = 0.3 * Math.pow(0.7, l);
    }
    double[][] exact = Twin.sum(states, h, null, 60);
    long before = Long.MAX_VALUE;
    for (double tolerance : new double[] {1e-4, 1e-2, 0.1, 0.5}) {
      for (double bases : new double[] {0, 0.4}) {
        NodeWiseFeatures pushed = run(SUM, new Strategy.Scara(0.3, tolerance, bases, false, 0));
        double bound = pushed.account().errorBound();
        assertThat(bound).isPositive();
        assertThat(worst(pushed.hops().combined(), exact)).isLessThanOrEqualTo(bound + 2e-5);
        if (bases == 0) {
          assertThat(pushed.account().arcVisits()).isLessThan(before);
          before = pushed.account().arcVisits();
        } else {
          assertThat(pushed.account().bases()).isEqualTo(2);
        }
      }
    }
  }

  /// Largest difference in units of s.
  private double worst(DenseFeatures actual, double[][] exact) {
    double worst = 0;
    for (int node = 0; node < exact.length; node++) {
      for (int c = 0; c < exact[node].length; c++) {
        double away = Math.abs(actual.get(node, c) - exact[node][c]);
        worst = Math.max(worst, away * adaptive.right()[node]);
      }
    }
    return worst;
  }

  @Test
  void aPushWithoutToleranceIsExactForEveryOtherChoice() {
    Strategy push = new Strategy.Scara(0.2, 0, 0.4, false, 0);
    List<List<Strategy>> others =
        List.of(
            List.of(NDM),
            List.of(NDLS),
            List.of(new Strategy.Dgc(2, 0)),
            List.of(NDLS, NDM),
            List.of(new Strategy.Dgc(2, 0), NDM));
    for (List<Strategy> other : others) {
      for (PropagationConfig form : List.of(LIST, SUM)) {
        List<Strategy> both = new ArrayList<>(other);
        both.add(push);
        List<DenseFeatures> exact = run(form, other.toArray(Strategy[]::new)).hops().matrices();
        List<DenseFeatures> pushed = run(form, both.toArray(Strategy[]::new)).hops().matrices();
        for (int i = 0; i < exact.size(); i++) {
          Twin.assertClose(pushed.get(i), Twin.values(exact.get(i)), 2e-5);
        }
      }
    }
  }

  @Test
  void alikeColumnsTravelOnce() {
    double[][] values = Twin.values(Twin.features(work, NODES, 40, 8));
    for (int node = 0; node < NODES; node++) {
      for (int c = 1; c < 40; c++) {
        values[node][c] = (c % 3 - 1.5) * values[node][0] + 0.01 * values[node][c];
      }
    }
    DenseFeatures alike = TestVectors.features(work, values);
    List<NodeWiseFeatures> results = new ArrayList<>();
    for (double bases : new double[] {0, 0.02}) {
      NodeWise choice = NodeWise.of(List.of(new Strategy.Scara(0.2, 0.05, bases, false, 0)));
      results.add(NodeWisePropagation.propagate(adaptive, alike, choice, SUM, work));
    }
    assertThat(results.get(1).account().bases()).isEqualTo(1);
    assertThat(results.get(1).account().reusedColumns()).isEqualTo(39);
    assertThat(results.get(1).account().arcVisits())
        .isLessThan(results.get(0).account().arcVisits() / 4);
  }

  @Test
  void standardisedResultsHaveMeanZeroAndNoOutliers() {
    DenseFeatures result = run(SUM, new Strategy.Scara(0.2, 0, 0, true, 2)).hops().combined();
    for (int c = 0; c < WIDTH; c++) {
      double sum = 0;
      for (int node = 0; node < NODES; node++) {
        sum += result.get(node, c);
        assertThat(result.get(node, c)).isBetween(-2f, 2f);
      }
      assertThat(Math.abs(sum / NODES)).isLessThan(0.1);
    }
  }

  @Test
  void sampledWalksStayWithinTheirBound() {
    double[] h = Schedule.powerWeights(1.2, 0.5);
    double[][][] states = Twin.states(Twin.matrix(adaptive), Twin.values(x), 8);
    for (PropagationConfig form : List.of(SUM, LIST)) {
      NodeWiseFeatures sampled =
          run(form, new Strategy.Ndm(1.2, 0.5, 0.4, false, EdgeCount.STORED_TWICE, 0.05, 1));
      int last = form == SUM ? 8 : 3;
      double[][] exact = Twin.sum(states, h, sampled.steps(), last);
      DenseFeatures result = sampled.hops().matrices().getLast();
      int beyond = 0;
      for (int node = 0; node < NODES; node++) {
        for (int c = 0; c < WIDTH; c++) {
          double away = Math.abs(result.get(node, c) - exact[node][c]) * adaptive.right()[node];
          beyond += away > sampled.account().errorBound() ? 1 : 0;
        }
      }
      assertThat(beyond).isLessThanOrEqualTo(NODES * WIDTH / 100);
      assertThat(sampled.account().errorBound()).isLessThan(0.1);
    }
  }

  /// F3: whatever the choice, ATP is the plain walk on X/s, times s.
  @Test
  void everyChoiceCommutesWithTheScalingOfAtp() {
    PropagationOperator walk = PropagationOperator.classic(adaptive.graph(), 0);
    DenseFeatures scaled = DenseRows.of(x, adaptive.right(), work);
    for (Strategy[] choice : new Strategy[][] {{NDM}, {NDLS}, {new Strategy.Dgc(3, 6)}}) {
      for (PropagationConfig form : List.of(LIST, SUM)) {
        NodeWise places = NodeWise.of(List.of(choice));
        DenseFeatures direct = run(form, choice).hops().matrices().getLast();
        DenseFeatures byWalk =
            NodeWisePropagation.propagate(walk, scaled, places, form, work)
                .hops()
                .matrices()
                .getLast();
        double[][] back = Twin.values(byWalk);
        for (int node = 0; node < NODES; node++) {
          for (int c = 0; c < WIDTH; c++) {
            back[node][c] /= adaptive.right()[node];
          }
        }
        Twin.assertClose(direct, back, 2e-5);
      }
    }
  }

  @Test
  void namesOfNodesDoNotMatter() {
    int[] names = NamedGraphs.permutation(NODES, 9);
    CsrGraph renamed = NamedGraphs.renamed(work, adaptive.graph(), names);
    double[] r = new double[NODES];
    double[][] rows = new double[NODES][];
    for (int node = 0; node < NODES; node++) {
      r[names[node]] = coefficients().of(node);
      rows[names[node]] = Twin.values(x)[node];
    }
    PropagationOperator other = PropagationOperator.of(renamed, new NodeCoefficients(r));
    DenseFeatures moved = TestVectors.features(work, rows);
    Strategy push = new Strategy.Scara(0.2, 0.01, 0, true, 3);
    for (Strategy[] choice : new Strategy[][] {{NDLS}, {NDM}, {push}, {NDM, push}}) {
      NodeWise places = NodeWise.of(List.of(choice));
      double[][] before = Twin.values(run(SUM, choice).hops().combined());
      double[][] expected = new double[NODES][];
      for (int node = 0; node < NODES; node++) {
        expected[names[node]] = before[node];
      }
      Twin.assertClose(
          NodeWisePropagation.propagate(other, moved, places, SUM, work).hops().combined(),
          expected,
          1e-4);
    }
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBytes() {
    List<NodeWise> choices = new ArrayList<>();
    Strategy push = new Strategy.Scara(0.2, 0.01, 0.3, true, 3);
    choices.add(NodeWise.of(List.of(NDLS)));
    choices.add(NodeWise.of(List.of(NDM, push)));
    choices.add(NodeWise.of(List.of(push)));
    choices.add(NodeWise.of(List.of(Strategy.named("gdc"))));
    choices.add(
        NodeWise.of(List.of(new Strategy.Ndm(1.2, 0.5, 0.4, false, EdgeCount.STORED, 0.2, 3))));
    for (NodeWise choice : choices) {
      for (PropagationConfig form : List.of(LIST, SUM)) {
        byte[] first = bytes(1, choice, form);
        assertThat(bytes(2, choice, form)).isEqualTo(first);
        assertThat(bytes(7, choice, form)).isEqualTo(first);
      }
    }
  }

  private static byte[] bytes(int threads, NodeWise choice, PropagationConfig form) {
    try (Workspace team = Workspace.open(threads)) {
      DenseFeatures features = Twin.features(team, NODES, 37, 5);
      List<DenseFeatures> all =
          NodeWisePropagation.propagate(operator(team), features, choice, form, team)
              .hops()
              .matrices();
      return all.getLast().data().toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @Test
  void aDirectedGraphHasNoSmoothStateInClosedForm() {
    CsrGraph directed = NamedGraphs.directed(work, 3, 0, 1, 1, 2).graph();
    DenseFeatures three = Twin.features(work, 3, 2, 1);
    PropagationOperator operator = PropagationOperator.classic(directed, 0);
    assertThatThrownBy(
            () ->
                NodeWisePropagation.propagate(
                    operator, three, NodeWise.of(List.of(NDLS)), SUM, work))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("directed");
    double[][] ndm =
        Twin.values(
            NodeWisePropagation.propagate(operator, three, NodeWise.of(List.of(NDM)), SUM, work)
                .hops()
                .combined());
    NodeWise both = NodeWise.of(List.of(NDM, new Strategy.Scara(0.2, 0, 0, false, 0)));
    Twin.assertClose(
        NodeWisePropagation.propagate(operator, three, both, SUM, work).hops().combined(),
        ndm,
        1e-6);
  }
}
