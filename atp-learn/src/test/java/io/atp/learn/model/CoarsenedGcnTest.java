package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.learn.model.input.CoarseGraph;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.op.SparseMatMul;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoarsenedGcnTest {
  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private static double[][] rows(int n) {
    double[][] rows = new double[n][3];
    for (int i = 0; i < n; i++) {
      rows[i][i % 3] = 1 + i;
    }
    return rows;
  }

  private CoarseGraph coarse(CsrGraph graph, Features features) {
    double[] r = new double[graph.nodeCount()];
    for (int i = 0; i < r.length; i++) {
      r[i] = i / (double) r.length;
    }
    return new CoarseGraph(graph, new NodeCoefficients(r), features, work);
  }

  private float[][] x(CoarseGraph.Small small) {
    try (Tape tape = engine.tape();
        Arena arena = Arena.ofConfined()) {
      float[][] identity = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
      return small
          .inputs()
          .features()
          .times(tape.constant(Matrix.of(identity, arena)), 0, Phase.judging())
          .value()
          .toArray();
    }
  }

  @Test
  void superNodesHoldTheMeansOfTheirMembers() {
    CsrGraph graph = NamedGraphs.cycle(work, 24);
    double[][] rows = rows(24);
    var small = coarse(graph, TestVectors.features(work, rows)).small(0.5);
    int supers = small.inputs().nodeCount();
    assertThat(supers).isBetween(8, 16);
    float[][] means = x(small);
    float[][] sparse = x(coarse(graph, SmallGraph.sparse(work, rows)).small(0.5));
    for (int s = 0; s < supers; s++) {
      double low = Double.MAX_VALUE;
      double high = 0;
      double sum = 0;
      double r = 0;
      int count = 0;
      for (int node = 0; node < 24; node++) {
        if (small.superOf()[node] == s) {
          low = Math.min(low, 1 + node);
          high = Math.max(high, 1 + node);
          r += node / 24.0;
          count++;
        }
      }
      for (int c = 0; c < 3; c++) {
        sum += means[s][c];
        assertThat(sparse[s][c]).isCloseTo(means[s][c], within(1e-5f));
      }
      assertThat(sum).isBetween(low - 1e-4, high + 1e-4);
      assertThat(small.inputs().coefficients().of(s)).isCloseTo(r / count, within(1e-12));
    }
  }

  /// With nothing merged the small graph is the graph.
  @Test
  void aRatioOfOneIsTheGraphItself() {
    CsrGraph graph = NamedGraphs.g5(work);
    var small =
        new CoarseGraph(graph, TestVectors.R, TestVectors.features(work, TestVectors.X), work)
            .small(1);
    assertThat(small.superOf()).containsExactly(0, 1, 2, 3, 4);
    try (Tape tape = engine.tape();
        Arena arena = Arena.ofConfined()) {
      float[][] identity = new float[5][5];
      for (int i = 0; i < 5; i++) {
        identity[i][i] = 1;
      }
      SmallGraph.assertRows(
          SparseMatMul.of(small.inputs().operator(), tape.constant(Matrix.of(identity, arena)))
              .value(),
          TestVectors.P_TILDE);
    }
  }

  @Test
  void gradientsAreThoseOfDifferences() {
    var settings = new CoarsenedGcn.Settings(0.6, 2, 4, 0, 0.3);
    int[] labelled = {0, 3, 4};
    NetworkCheck.check(new CoarsenedGcn(), settings, labelled, Phase::judging);
    NetworkCheck.checkStep(new CoarsenedGcn(), settings, labelled, () -> Phase.training(5));
  }

  @Test
  void superNodesOfMixedClassesAreLeftOut() {
    int[] superOf = {0, 0, 1, 1, 2, 2, 3};
    Targets targets = new Targets.OneClass(new Labels(2, new int[] {0, 0, 0, 1, 1, 0, 1}));
    int[][] labelled = CoarsenedGcn.labelled(superOf, new int[] {0, 1, 2, 3, 4}, targets);
    assertThat(labelled[0]).containsExactly(0, 2);
    assertThat(labelled[1]).containsExactly(0, 4);
    MultiLabels many = MultiLabels.none(7, 2);
    many.set(0, 1);
    many.set(1, 1);
    many.set(2, 0);
    assertThat(
            CoarsenedGcn.labelled(
                superOf, new int[] {0, 1, 2, 3, 4}, new Targets.ManyClasses(many))[0])
        .containsExactly(0, 2);
    assertThatThrownBy(() -> CoarsenedGcn.labelled(superOf, new int[] {2, 3}, targets))
        .hasMessageContaining("raise the ratio");
  }

  @Test
  void aShareOfNothingIsRefused() {
    assertThatThrownBy(() -> new CoarsenedGcn.Settings(0, 2, 4, 0, 0))
        .hasMessage("ratio must lie in (0, 1], got 0.0");
  }
}
