package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Chances and estimates of layer-wise sampling on the five-node graph.
class LayerSamplingTest {
  private static final int[] ALL = {0, 1, 2, 3, 4};

  private final Workspace work = Workspace.open(2);
  private final CsrGraph graph = NamedGraphs.g5(work);
  private final PropagationOperator walk = PropagationOperator.classic(graph, 0);
  private final PropagationOperator nodeWise = PropagationOperator.of(graph, TestVectors.R);

  @AfterEach
  void close() {
    work.close();
  }

  private static void assertChances(double[] weights, double... expected) {
    var q = new CumulativeWeights(weights);
    for (int i = 0; i < expected.length; i++) {
      assertThat(q.probability(i)).as("chance of %d", i).isCloseTo(expected[i], within(1e-6));
    }
  }

  @Test
  void columnNormsGiveTheChancesOfTheSpecification() {
    assertChances(ColumnNorms.squared(walk, work), .162698, .162698, .226190, .242063, .206349);
    double[] symmetric = ColumnNorms.squared(PropagationOperator.classic(graph, 0.5), work);
    assertChances(
        IntStream.range(0, 5).mapToDouble(u -> Math.sqrt(symmetric[u])).toArray(),
        .189892,
        .189892,
        .192037,
        .206434,
        .221746);
  }

  @Test
  void columnNormsAreThoseOfTheEntries() {
    double[] squared = ColumnNorms.squared(nodeWise, work);
    double[] listed = LayerBlock.squaredColumns(nodeWise, ALL, ALL);
    for (int u : ALL) {
      double sum = 0;
      for (int v : ALL) {
        sum += nodeWise.entry(v, u) * nodeWise.entry(v, u);
      }
      assertThat(squared[u]).isCloseTo(sum, within(1e-12));
      assertThat(listed[u]).isCloseTo(sum, within(1e-12));
    }
  }

  @Test
  void onlyNeighboursOfTheLayerAboveHaveAChance() {
    int[] batch = {0, 4};
    int[] reach = LayerBlock.reach(graph, batch);
    assertThat(reach).containsExactly(0, 1, 2, 3, 4);
    assertChances(LayerBlock.squaredColumns(walk, batch, reach), .133333, .133333, .133333, .3, .3);
    assertThat(LayerBlock.reach(graph, new int[] {4})).containsExactly(3, 4);
  }

  @Test
  void aFullBlockHoldsTheRowsOfTheOperator() {
    int[] targets = {4, 0};
    double[][] rows = DenseBlocks.of(LayerBlock.full(nodeWise, targets), 5);
    for (int i = 0; i < targets.length; i++) {
      for (int u : ALL) {
        assertThat(rows[i][u]).isCloseTo(TestVectors.P_TILDE[targets[i]][u], within(1e-6));
      }
    }
  }

  @Test
  void columnsDrawnWithReplacementEstimateTheOperatorWithoutBias() {
    var draw = new LayerDependentDraw(2, true, false, false);
    int[] targets = {0, 2, 4};
    DenseBlocks.assertUnbiased(
        nodeWise,
        targets,
        20_000,
        seed -> DenseBlocks.of(draw.draw(nodeWise, targets, targets, seed), 5));
  }

  @Test
  void aSingleColumnDrawnWithoutReplacementIsUnbiasedToo() {
    var draw = new LayerDependentDraw(1, false, false, false);
    DenseBlocks.assertUnbiased(
        walk, ALL, 20_000, seed -> DenseBlocks.of(draw.draw(walk, ALL, ALL, seed), 5));
  }

  @Test
  void normalisedRowsKeepTheSumsOfTheOperator() {
    var draw = new LayerDependentDraw(2, false, true, true);
    int[] batch = {0, 3};
    for (PropagationOperator operator : new PropagationOperator[] {walk, nodeWise}) {
      for (long seed = 0; seed < 20; seed++) {
        double[][] rows = DenseBlocks.of(draw.draw(operator, batch, batch, seed), 5);
        for (int i = 0; i < batch.length; i++) {
          double expected = 0;
          double sum = 0;
          for (int u : ALL) {
            expected += operator.entry(batch[i], u);
            sum += rows[i][u];
          }
          assertThat(sum).isCloseTo(expected, within(1e-6));
        }
      }
    }
  }

  @Test
  void theBatchIsAmongTheSourcesOfEveryDraw() {
    var draw = new LayerDependentDraw(1, false, true, true);
    for (long seed = 0; seed < 20; seed++) {
      assertThat(draw.draw(walk, new int[] {0, 2, 3}, new int[] {0, 3}, seed).sources())
          .contains(0, 3)
          .hasSizeLessThanOrEqualTo(3);
    }
  }

  @Test
  void moreColumnsThanThereAreMeansAll() {
    var draw = new LayerDependentDraw(99, false, false, true);
    assertThat(draw.draw(walk, new int[] {4}, new int[] {4}, 1).sources()).containsExactly(3, 4);
  }

  @Test
  void drawnNeighboursEstimateTheOperatorWithoutBias() {
    DenseBlocks.assertUnbiased(
        nodeWise,
        ALL,
        20_000,
        seed -> {
          NeighbourDraw drawn = NeighbourDraw.of(nodeWise, ALL, 1, seed);
          return DenseBlocks.of(drawn.scaled(), drawn.sources(), 5);
        });
  }

  @Test
  void anIsolatedNodeDrawsItselfAlone() {
    CsrGraph empty = NamedGraphs.edges(work, 3);
    PropagationOperator operator = PropagationOperator.classic(empty, 0.5);
    NeighbourDraw drawn = NeighbourDraw.of(operator, new int[] {1}, 2, 5);
    assertThat(drawn.sources()).containsExactly(1);
    assertThat(DenseBlocks.of(drawn.scaled(), drawn.sources(), 3)[0]).containsExactly(0, 1, 0);
  }
}
