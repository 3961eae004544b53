package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.sparse.SparseRows;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The clusters {0,1,2} and {3,4} of the five-node graph, by hand.
class SubgraphWeightsTest {
  private static final NodeCoefficients R = TestVectors.R;
  private static final int[] TRIANGLE = {0, 1, 2};
  private static final int[] TAIL = {3, 4};

  static void assertRows(SparseRows rows, double[]... expected) {
    assertThat(rows.rows()).isEqualTo(expected.length);
    WeightedRows list = new WeightedRows();
    for (int i = 0; i < expected.length; i++) {
      double[] row = new double[rows.columns()];
      rows.stage(i, list);
      for (int k = 0; k < list.count(); k++) {
        row[list.rows()[k]] += list.weights()[k];
      }
      assertThat(row).as("row %d", i).containsExactly(expected[i], within(1e-6));
    }
  }

  private static double[] r(double... row) {
    return row;
  }

  private static SparseRows looped(SubgraphWeights weights, int[] nodes, Workspace work) {
    CsrGraph graph = NamedGraphs.g5(work);
    return weights.withLoops(Subgraph.induced(graph, nodes), graph, R);
  }

  @Test
  void aSliceKeepsTheWeightsOfTheWholeGraph() {
    try (Workspace work = Workspace.open(1)) {
      assertRows(
          looped(SubgraphWeights.SLICE, TRIANGLE, work),
          r(.333333, .438691, .144338),
          r(.253279, .333333, .109673),
          r(.577350, .759836, .25));
      assertRows(looped(SubgraphWeights.SLICE, TAIL, work), r(.333333, .198201), r(.840896, .5));
    }
  }

  @Test
  void localWeightsCountTheNeighboursInThePart() {
    try (Workspace work = Workspace.open(1)) {
      assertRows(
          looped(SubgraphWeights.LOCAL, TRIANGLE, work),
          r(.333333, .438691, .192450),
          r(.253279, .333333, .146230),
          r(.577350, .759836, .333333));
      assertRows(looped(SubgraphWeights.LOCAL, TAIL, work), r(.5, .297302), r(.840896, .5));
    }
  }

  @Test
  void bothAreTheOperatorWhereThePartIsAll() {
    try (Workspace work = Workspace.open(1)) {
      int[] all = IntStream.range(0, 5).toArray();
      assertRows(looped(SubgraphWeights.SLICE, all, work), TestVectors.P_TILDE);
      assertRows(looped(SubgraphWeights.LOCAL, all, work), TestVectors.P_TILDE);
    }
  }

  @Test
  void withoutLoopsAndWithR0NeighboursAreAveraged() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      Subgraph part = Subgraph.induced(graph, new int[] {2, 3, 0});
      NodeCoefficients walk = NodeCoefficients.constant(5, 0);
      assertRows(
          SubgraphWeights.LOCAL.withoutLoops(part, graph, walk),
          r(0, .5, .5),
          r(1, 0, 0),
          r(1, 0, 0));
      assertRows(
          SubgraphWeights.SLICE.withoutLoops(part, graph, walk),
          r(0, 1.0 / 3, 1.0 / 3),
          r(.5, 0, 0),
          r(.5, 0, 0));
    }
  }

  @Test
  void aNodeAloneListensToItselfOrToNobody() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 3, 0, 1);
      Subgraph part = Subgraph.induced(graph, new int[] {2});
      NodeCoefficients r = NodeCoefficients.constant(3, 0.7);
      for (SubgraphWeights weights : SubgraphWeights.values()) {
        assertRows(weights.withLoops(part, graph, r), r(1));
        assertRows(weights.withoutLoops(part, graph, r), r(0));
      }
    }
  }
}
