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
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.Segments;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatherAttentionTest {
  private static final SparseDropout HALF = new SparseDropout(0.5, 5);

  private static Tensor attend(OperatorPair graph, List<Tensor> x, SparseDropout dropout) {
    return GatherAttention.of(graph, x.get(0), x.get(1), x.get(2), 0.2, dropout);
  }

  /// Specification, GAT: W = I, a₁ = (1, .5), a₂ = (−1, .25).
  @Test
  void theSpecificationsTestVector() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair graph = OperatorPair.selfLooped(NamedGraphs.g5(work), work);
      float[][] s = {{1}, {.5f}, {1.5f}, {1}, {2}};
      float[][] t = {{-1}, {.25f}, {-.75f}, {.5f}, {-2}};
      float[][] v = {{1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};
      double[][] expected = {
        {.395545, .826821},
        {.467162, .772257},
        {.222700, 1.339476},
        {.443695, 1.556305},
        {.151716, 1.848284}
      };
      float[][] y = Probed.of(1, x -> attend(graph, x, SparseDropout.NONE), s, t, v).value();
      for (int i = 0; i < 5; i++) {
        for (int c = 0; c < 2; c++) {
          assertThat((double) y[i][c]).isCloseTo(expected[i][c], within(1e-6));
        }
      }
    }
  }

  @Test
  void gradientsAgreeWithDifferences() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair graph = OperatorPair.selfLooped(NamedGraphs.g5(work), work);
      float[][][] in = {grid(5, 2, 1, 0), grid(5, 2, 2, 0.05), entries(5, 6, 3)};
      check(2e-3, x -> attend(graph, x, SparseDropout.NONE), in);
      check(2e-3, x -> attend(graph, x, HALF), in);
    }
  }

  @Test
  void aDirectedTopologyWithAnIsolatedNodeAgreesWithDifferences() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph directed = NamedGraphs.directed(work, 6, 0, 1, 0, 2, 1, 2, 3, 0, 4, 2).graph();
      OperatorPair graph = OperatorPair.selfLooped(directed, work);
      check(
          2e-3,
          x -> attend(graph, x, SparseDropout.NONE),
          grid(6, 1, 1, 0),
          grid(6, 1, 2, 0.05),
          entries(6, 3, 3));
    }
  }

  @Test
  void itAgreesWithTheCompositionThatKeepsARowPerArc() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph csr = NamedGraphs.skewed(work, 40, 160, 3);
      OperatorPair graph = OperatorPair.selfLooped(csr, work);
      AttentionTwin twin = AttentionTwin.of(csr);
      // Heads of an odd width, several heads to a vector, and one as wide as classes are.
      for (int[] shape : new int[][] {{3, 5}, {8, 8}, {5, 4}, {1, 40}}) {
        int heads = shape[0];
        float[][][] in = {
          entries(40, heads, 1), entries(40, heads, 2), entries(40, heads * shape[1], 3)
        };
        for (SparseDropout dropout : new SparseDropout[] {SparseDropout.NONE, HALF}) {
          Probed ours = Probed.of(2, x -> attend(graph, x, dropout), in);
          Probed slow = Probed.of(1, x -> twin.gat(x.get(0), x.get(1), x.get(2), 0.2, dropout), in);
          assertThat(ours.distanceTo(slow)).isLessThan(1e-5);
        }
      }
    }
  }

  @Test
  void equalScoresAverageAndAnIsolatedNodeAttendsToItself() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph csr = NamedGraphs.edges(work, 4, 0, 1, 0, 2);
      OperatorPair graph = OperatorPair.selfLooped(csr, work);
      float[][] v = {{1, 2}, {4, 5}, {7, 11}, {3, -3}};
      float[][] y =
          Probed.of(
                  1, x -> attend(graph, x, SparseDropout.NONE), new float[4][1], new float[4][1], v)
              .value();
      assertThat(y[0]).containsExactly(new float[] {4, 6}, within(1e-6f));
      assertThat(y[3]).containsExactly(3, -3);
    }
  }

  @Test
  void scoresFarApartNeitherOverflowNorVanish() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair graph = OperatorPair.selfLooped(NamedGraphs.clique(work, 3), work);
      float[][] s = {{500}, {-9000}, {0}};
      float[][] t = {{0}, {400}, {-400}};
      Probed ours = Probed.of(1, x -> attend(graph, x, SparseDropout.NONE), s, t, entries(3, 2, 1));
      assertThat(ours.value()[0]).containsExactly(entries(3, 2, 1)[1], within(1e-6f));
      assertThat(ours.gradients().getFirst()[0][0]).isFinite();
    }
  }

  @Test
  void threadsDoNotChangeABitAndEpochsDoNotGrowThePool() {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Arena arena = Arena.ofShared()) {
      OperatorPair graph = OperatorPair.selfLooped(NamedGraphs.skewed(work, 2000, 8000, 3), work);
      float[][][] in = {entries(2000, 4, 1), entries(2000, 4, 2), entries(2000, 64, 3)};
      Probed one = Probed.of(1, x -> attend(graph, x, HALF), in);
      assertThat(Probed.of(2, x -> attend(graph, x, HALF), in).sameBits(one)).isTrue();
      assertThat(Probed.of(7, x -> attend(graph, x, HALF), in).sameBits(one)).isTrue();

      List<Matrix> values =
          List.of(Matrix.of(in[0], arena), Matrix.of(in[1], arena), Matrix.of(in[2], arena));
      long first = 0;
      for (int epoch = 0; epoch < 4; epoch++) {
        try (Tape tape = engine.tape()) {
          Tensor y = attend(graph, values.stream().map(tape::variable).toList(), HALF);
          tape.backward(ProbeLoss.of(y));
        }
        try (Tape tape = engine.tape()) {
          attend(graph, values.stream().map(tape::constant).toList(), SparseDropout.NONE);
        }
        first = epoch == 0 ? engine.pool().allocatedBytes() : first;
      }
      assertThat(engine.pool().allocatedBytes()).isEqualTo(first);
    }
  }

  @Test
  void theSoftmaxOverArcsSumsToOnePerNodeAndAgreesWithDifferences() {
    try (Workspace work = Workspace.open(1)) {
      Segments arcs = Segments.ofEntries(NamedGraphs.g5(work));
      float[][] e = entries(arcs.rows(), 2, 4);
      check(2e-3, x -> EdgeSoftmax.of(arcs, x.getFirst()), e);
      float[][] sums =
          Probed.of(1, x -> SegmentSum.of(arcs, EdgeSoftmax.of(arcs, x.getFirst())), e).value();
      for (float[] row : sums) {
        assertThat(row).containsExactly(new float[] {1, 1}, within(1e-6f));
      }
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
                      x -> attend(graph, x, SparseDropout.NONE),
                      entries(5, 2, 1),
                      entries(5, 2, 1),
                      entries(5, 3, 1)))
          .hasMessage("values of 5 nodes and 2 heads are 5 × a multiple of 2, got 5 × 3");
    }
  }
}
