package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static io.atp.learn.model.SmallGraph.assertRows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.input.Clusters;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.EnhancedOperator;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.sample.Subgraph;
import io.atp.learn.sample.SubgraphWeights;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterGcnTest {
  private static final int[] LABELLED = {0, 3, 4};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private static ClusterGcn.Settings settings(
      int clusters, double diagonal, boolean precalculate, SubgraphWeights weights) {
    return new ClusterGcn.Settings(
        2, clusters, 1, 4, diagonal, true, true, precalculate, weights, 0);
  }

  private Problem problem(NodeCoefficients r) {
    CsrGraph graph = NamedGraphs.g5(work);
    return new Problem(
        PropagationOperator.of(graph, r),
        r,
        TestVectors.features(work, TestVectors.X),
        new Labels(2, new int[] {0, 1, 0, 1, 1}));
  }

  private Problem walk() {
    return problem(NodeCoefficients.constant(5, 0));
  }

  /// The operator's matrix, as its product with the identity.
  private void assertMatrix(EnhancedOperator operator, double[][] expected) {
    int n = expected.length;
    float[][] identity = new float[n][n];
    for (int i = 0; i < n; i++) {
      identity[i][i] = 1;
    }
    try (Tape tape = engine.tape()) {
      Matrix one = Matrix.of(identity, work.arena());
      assertRows(operator.apply(tape.constant(one)).value(), expected);
    }
  }

  private void assertPart(
      Problem problem, double diagonal, SubgraphWeights weights, int[] nodes, double[][] rows) {
    GraphInputs whole = problem.graphInputs(work);
    Subgraph part = Subgraph.induced(whole.graph(), nodes);
    var settings = settings(2, diagonal, false, weights);
    assertMatrix(ClusterGcn.operator(settings, whole, part), rows);
  }

  @Test
  void aDiagonalEnhancedByItselfGivesTheMatrixOfTheSpecification() {
    var settings = settings(2, 1, false, SubgraphWeights.LOCAL);
    assertMatrix(
        new ClusterGcn().prepare(settings, walk(), work).enhanced(),
        new double[][] {
          {.666667, .333333, .333333, 0, 0},
          {.333333, .666667, .333333, 0, 0},
          {.25, .25, .5, .25, 0},
          {0, 0, .333333, .666667, .333333},
          {0, 0, 0, .5, 1}
        });
  }

  @Test
  void clustersHaveTheMatricesOfTheSpecification() {
    double a = .333333;
    double b = .333367;
    assertPart(
        walk(),
        1e-4,
        SubgraphWeights.LOCAL,
        new int[] {0, 1, 2},
        new double[][] {{b, a, a}, {a, b, a}, {a, a, b}});
    assertPart(
        walk(),
        1e-4,
        SubgraphWeights.LOCAL,
        new int[] {3, 4},
        new double[][] {{.50005, .5}, {.5, .50005}});
  }

  @Test
  void withAtpClustersHaveTheMatricesOfTheSpecification() {
    Problem problem = problem(TestVectors.R);
    int[] triangle = {0, 1, 2};
    int[] tail = {3, 4};
    assertPart(
        problem,
        0,
        SubgraphWeights.SLICE,
        triangle,
        new double[][] {
          {.333333, .438691, .144338}, {.253279, .333333, .109673}, {.577350, .759836, .25}
        });
    assertPart(
        problem,
        0,
        SubgraphWeights.LOCAL,
        triangle,
        new double[][] {
          {.333333, .438691, .192450}, {.253279, .333333, .146230}, {.577350, .759836, .333333}
        });
    assertPart(
        problem,
        0,
        SubgraphWeights.SLICE,
        tail,
        new double[][] {{.333333, .198201}, {.840896, .5}});
    assertPart(
        problem, 0, SubgraphWeights.LOCAL, tail, new double[][] {{.5, .297302}, {.840896, .5}});
  }

  @Test
  void minusOneIsTheWalkWithoutLoops() {
    assertPart(
        walk(),
        ClusterGcn.NO_LOOPS,
        SubgraphWeights.LOCAL,
        new int[] {0, 1, 2, 4},
        new double[][] {{0, .5, .5, 0}, {.5, 0, .5, 0}, {.5, .5, 0, 0}, {0, 0, 0, 0}});
    var settings = settings(2, ClusterGcn.NO_LOOPS, false, SubgraphWeights.LOCAL);
    assertMatrix(
        new ClusterGcn().prepare(settings, walk(), work).enhanced(),
        new double[][] {
          {0, .5, .5, 0, 0},
          {.5, 0, .5, 0, 0},
          {.333333, .333333, 0, .333333, 0},
          {0, 0, .5, 0, .5},
          {0, 0, 0, 1, 0}
        });
  }

  @Test
  void gradientsAreThoseOfDifferences() {
    var local = settings(1, 0.5, false, SubgraphWeights.LOCAL);
    NetworkCheck.check(new ClusterGcn(), local, LABELLED, Phase::judging);
    NetworkCheck.checkStep(new ClusterGcn(), local, LABELLED, Phase::judging);
    var sums = settings(2, 0, true, SubgraphWeights.SLICE);
    NetworkCheck.check(new ClusterGcn(), sums, LABELLED, Phase::judging);
    NetworkCheck.checkStep(new ClusterGcn(), sums, LABELLED, Phase::judging);
    var article =
        new ClusterGcn.Settings(2, 2, 1, 4, 1, false, false, false, SubgraphWeights.LOCAL, 0.3);
    NetworkCheck.checkStep(new ClusterGcn(), article, LABELLED, () -> Phase.training(5));
  }

  /// With all clusters together a step is the whole graph.
  @Test
  void allClustersTogetherAreTheWholeGraph() {
    for (boolean precalculate : new boolean[] {false, true}) {
      for (double diagonal : new double[] {ClusterGcn.NO_LOOPS, 0.5}) {
        var settings =
            new ClusterGcn.Settings(
                3, 2, 9, 4, diagonal, true, true, precalculate, SubgraphWeights.LOCAL, 0);
        var backbone = new ClusterGcn();
        var inputs = backbone.prepare(settings, problem(TestVectors.R), work);
        try (var store = new ParameterStore(2);
            Tape tape = engine.tape()) {
          var model = backbone.create(settings, inputs, 2, store);
          Steps steps = model.steps(inputs, LABELLED, NetworkCheck.TARGETS, 0, 1);
          assertThat(steps.count(1)).isEqualTo(1);
          double part = steps.draw(1, 0).loss(tape, Phase.judging()).value().get(0, 0);
          double whole =
              model
                  .loss(tape, inputs, LABELLED, NetworkCheck.TARGETS, Phase.judging())
                  .value()
                  .get(0, 0);
          assertThat(part).isCloseTo(whole, within(1e-5));
        }
      }
    }
  }

  /// Eight clusters of one node each, two to a step.
  @Test
  void everyTrainingNodeIsInOneStepOfAnEpochAndStepsWithoutAnyAreLeftOut() {
    int[][] clusters = new int[8][];
    for (int i = 0; i < 8; i++) {
      clusters[i] = new int[] {i};
    }
    List<int[]> seen = new ArrayList<>();
    Set<List<Integer>> partners = new HashSet<>();
    var steps =
        new ClusterSteps(
            clusters,
            2,
            new int[] {1, 6},
            3,
            (nodes, trained) -> {
              for (int place : trained) {
                seen.add(new int[] {nodes[place]});
              }
              partners.add(List.of(nodes[0], nodes[1]));
              return (_, _) -> null;
            });
    for (int epoch = 1; epoch <= 20; epoch++) {
      seen.clear();
      assertThat(steps.count(epoch)).isBetween(1, 2);
      for (int number = 0; number < steps.count(epoch); number++) {
        steps.draw(epoch, number);
      }
      assertThat(seen.stream().map(node -> node[0])).containsExactlyInAnyOrder(1, 6);
    }
    assertThat(partners).hasSizeGreaterThan(5);
  }

  @Test
  void clustersCoverTheGraphWhateverDirectionItsArcsHave() {
    CsrGraph directed = NamedGraphs.directed(work, 6, 0, 1, 1, 2, 2, 0, 3, 4, 4, 5).graph();
    int[][] members = new Clusters(directed, work).members(2);
    Set<Integer> all = new HashSet<>();
    for (int[] some : members) {
      for (int node : some) {
        assertThat(all.add(node)).isTrue();
      }
    }
    assertThat(all).hasSize(6);
  }

  @Test
  void moreClustersThanNodesAreRefusedWhenTheyAreNeeded() {
    var settings = settings(6, 0, false, SubgraphWeights.LOCAL);
    var backbone = new ClusterGcn();
    var inputs = backbone.prepare(settings, walk(), work);
    try (var store = new ParameterStore(2)) {
      var model = backbone.create(settings, inputs, 2, store);
      try (Tape tape = engine.tape()) {
        assertThat(model.logits(tape, inputs, ALL, Phase.judging()).rows()).isEqualTo(5);
      }
      assertThatThrownBy(() -> model.steps(inputs, LABELLED, NetworkCheck.TARGETS, 0, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("clusters must be at most the 5 nodes there are to learn from, got 6");
    }
    assertThatThrownBy(() -> settings(0, 0, false, SubgraphWeights.LOCAL))
        .hasMessage("clusters must be at least 1, got 0");
    assertThatThrownBy(() -> settings(1, -0.5, false, SubgraphWeights.LOCAL))
        .hasMessageContaining("diagonal must be");
  }
}
