package io.atp.core.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.nodewise.FeatureEntry.Kept;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Workspace;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SparsifiedDiffusionTest {
  private static final int NODES = 60;
  private static final PropagationConfig LIST = PropagationConfig.of(3, new HopCombiner.All());
  private static final PropagationConfig SUM = PropagationConfig.of(3, HopCombiner.mean(3));

  private Workspace work;
  private PropagationOperator adaptive;
  private DenseFeatures x;

  @BeforeEach
  void open() {
    work = Workspace.open(2);
    adaptive = NodeWisePropagationTest.operator(work);
    x = Twin.features(work, NODES, 5, 5);
  }

  @AfterEach
  void close() {
    work.close();
  }

  private NodeWiseFeatures run(PropagationConfig form, Strategy strategy) {
    return NodeWisePropagation.propagate(adaptive, x, NodeWise.of(List.of(strategy)), form, work);
  }

  @Test
  void aDiffusionThatCutsNothingIsTheColumnNormalisedSum() {
    double[][] t = new double[NODES][];
    double[][] identity = new double[NODES][NODES];
    for (int i = 0; i < NODES; i++) {
      identity[i][i] = 1;
    }
    double[] heat = ((HopCombiner.Weighted) HopCombiner.heat(Schedule.terms(2), 2)).weights();
    double[][][] powers = Twin.states(Twin.matrix(adaptive), identity, heat.length - 1);
    double[][] sum = Twin.sum(powers, heat, null, heat.length - 1);
    for (int i = 0; i < NODES; i++) {
      t[i] = new double[NODES];
      for (int j = 0; j < NODES; j++) {
        double column = 0;
        for (double[] row : sum) {
          column += row[j];
        }
        t[i][j] = sum[i][j] / column;
      }
    }
    var gdc = new Strategy.Gdc(Strategy.Diffused.HEAT, 2, 0.15, new Kept.AtLeast(1e-12));
    Twin.assertClose(run(SUM, gdc).hops().combined(), Twin.times(t, Twin.values(x)), 1e-4);
  }

  @Test
  void theLargestEntriesOfAColumnAreKept() {
    var gdc = new Strategy.Gdc(Strategy.Diffused.PAGERANK, 5, 0.15, new Kept.Largest(4));
    NodeWiseFeatures result = run(LIST, gdc);
    assertThat(result.account().entries()).isLessThanOrEqualTo(4L * NODES);
    assertThat(result.hops().matrices()).hasSize(4);
    Twin.assertClose(result.hops().hop(0), Twin.values(x), 0);
  }

  @Test
  void aGraphOfTooManyNodesIsSentToDgc() {
    int nodes = SparsifiedDiffusion.MOST_NODES + 1;
    CsrGraph path = NamedGraphs.path(work, nodes);
    DenseFeatures one = Twin.features(work, nodes, 1, 1);
    NodeWise gdc = NodeWise.of(List.of(Strategy.named("gdc")));
    assertThatThrownBy(
            () ->
                NodeWisePropagation.propagate(
                    PropagationOperator.classic(path, 0.5), one, gdc, SUM, work))
        .hasMessageContaining("up to 60,000 of them, this graph has 60,001; dgc");
  }
}
