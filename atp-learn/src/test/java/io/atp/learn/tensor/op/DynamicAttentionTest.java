package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.check;
import static io.atp.learn.tensor.GradientCheck.entries;
import static io.atp.learn.tensor.op.AttentionTwin.grid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.util.List;
import org.junit.jupiter.api.Test;

class DynamicAttentionTest {
  private static final SparseDropout HALF = new SparseDropout(0.5, 5);
  private static final float[][] X = {{1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};
  private static final float[][] A = {{1, -.5f}};

  /// Inputs are R, L, a and V.
  private static Tensor attend(
      OperatorPair graph, List<Tensor> x, int heads, SparseDropout dropout) {
    return DynamicAttention.of(graph, x.get(0), x.get(1), x.get(2), x.get(3), heads, 0.2, dropout);
  }

  @Test
  void theSpecificationsTestVectors() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair graph = OperatorPair.selfLooped(NamedGraphs.g5(work), work);
      assertOutputs(
          graph,
          X,
          new double[][] {
            {.878048, .453451},
            {.878048, .453451},
            {.817574, .559966},
            {1.746484, .253516},
            {1.905148, .094852}
          });
      // x · [1 −1; 0 1]
      float[][] sender = {{1, -1}, {0, 1}, {1, 0}, {0, 2}, {2, -2}};
      assertOutputs(
          graph,
          sender,
          new double[][] {
            {.904166, -.378834},
            {.922304, -.496401},
            {.880797, -.384053},
            {1.850937, -1.701874},
            {1.921669, -1.843337}
          });
    }
  }

  private static void assertOutputs(OperatorPair graph, float[][] sender, double[][] expected) {
    float[][] y =
        Probed.of(1, x -> attend(graph, x, 1, SparseDropout.NONE), X, sender, A, sender).value();
    for (int i = 0; i < expected.length; i++) {
      for (int c = 0; c < 2; c++) {
        assertThat((double) y[i][c]).isCloseTo(expected[i][c], within(1e-6));
      }
    }
  }

  @Test
  void gradientsAgreeWithDifferences() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair graph = OperatorPair.selfLooped(NamedGraphs.g5(work), work);
      float[][][] in = {grid(5, 4, 1, 0), grid(5, 4, 2, 0.05), entries(1, 4, 3), entries(5, 6, 4)};
      check(2e-3, x -> attend(graph, x, 2, SparseDropout.NONE), in);
      check(2e-3, x -> attend(graph, x, 2, HALF), in);
    }
  }

  @Test
  void itAgreesWithTheCompositionAlsoWhereMessageAndSenderAreOneAndArcsGoOneWay() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph csr =
          NamedGraphs.directed(work, 9, 0, 1, 0, 2, 1, 2, 3, 0, 4, 2, 5, 2, 6, 2, 2, 7).graph();
      OperatorPair graph = OperatorPair.selfLooped(csr, work);
      AttentionTwin twin = AttentionTwin.of(csr);
      float[][][] in = {entries(9, 12, 1), entries(9, 12, 2), entries(1, 12, 3)};
      for (SparseDropout dropout : new SparseDropout[] {SparseDropout.NONE, HALF}) {
        Probed ours =
            Probed.of(
                2,
                x ->
                    DynamicAttention.of(
                        graph, x.get(0), x.get(1), x.get(2), x.get(1), 3, 0.2, dropout),
                in);
        Probed slow =
            Probed.of(
                1, x -> twin.dynamic(x.get(0), x.get(1), x.get(2), x.get(1), 3, 0.2, dropout), in);
        assertThat(ours.distanceTo(slow)).isLessThan(1e-5);
      }
    }
  }

  @Test
  void oneTwoAndSevenThreadsGiveTheSameBytes() {
    try (Workspace work = Workspace.open(2)) {
      OperatorPair graph = OperatorPair.selfLooped(NamedGraphs.skewed(work, 600, 6000, 3), work);
      float[][][] in = {
        entries(600, 64, 1), entries(600, 64, 2), entries(1, 64, 3), entries(600, 64, 4)
      };
      Probed one = Probed.of(1, x -> attend(graph, x, 4, HALF), in);
      assertThat(Probed.of(2, x -> attend(graph, x, 4, HALF), in).sameBits(one)).isTrue();
      assertThat(Probed.of(7, x -> attend(graph, x, 4, HALF), in).sameBits(one)).isTrue();
    }
  }

  @Test
  void shapesThatDoNotFitAreRefused() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair graph = OperatorPair.selfLooped(NamedGraphs.g5(work), work);
      assertThatThrownBy(
              () ->
                  Probed.of(
                      1,
                      x -> attend(graph, x, 2, SparseDropout.NONE),
                      entries(5, 4, 1),
                      entries(5, 4, 1),
                      entries(1, 2, 1),
                      entries(5, 4, 1)))
          .hasMessage("receivers, senders and a share their columns, got 5 × 4, 5 × 4 and 1 × 2");
    }
  }
}
