package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.check;
import static io.atp.learn.tensor.GradientCheck.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.MaterialisedOperator;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropagateTest {
  @Test
  void theGradientGoesBackThroughTheTranspose() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = OperatorPair.of(operator(NamedGraphs.g5(work)), work);
      check(1e-3, x -> Propagate.of(pair, x.getFirst()), entries(5, 3, 1));
    }
  }

  /// Row-masked: node 0 listens to 1 and 2, nobody but 3 listens to 0, node 5 is isolated.
  @Test
  void aDirectedTopologyIsReversedForTheGradient() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 6, 0, 1, 0, 2, 1, 2, 3, 0, 4, 2).graph();
      OperatorPair pair = OperatorPair.of(operator(graph), work);
      check(1e-3, x -> Propagate.of(pair, x.getFirst()), entries(6, 2, 2));
      check(
          1e-3, x -> Propagate.of(pair, x.getFirst(), new SparseDropout(0.4, 9)), entries(6, 2, 2));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 40, 64, 130, 256})
  void everyWidthAgreesWithTheMaterialisedOperator(int width) {
    try (Workspace work = Workspace.open(2)) {
      PropagationOperator operator = operator(NamedGraphs.skewed(work, 60, 400, 3));
      OperatorPair pair = OperatorPair.of(operator, work);
      float[][] x = entries(60, width, 4);
      Probed ours = Probed.of(2, in -> Propagate.of(pair, in.getFirst()), x);
      float[][] dense = dense(MaterialisedOperator.of(operator, work));
      Probed twin =
          Probed.of(
              1, in -> MatMul.of(in.getFirst().tape().constant(matrix(dense)), in.getFirst()), x);
      assertThat(ours.distanceTo(twin)).isLessThan(1e-5);
    }
  }

  @Test
  void anIsolatedNodeKeepsItsRowForEveryCoefficient() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 4, 0, 1, 1, 2);
      float[][] x = entries(4, 3, 5);
      for (double r : new double[] {0, 0.5, 1}) {
        OperatorPair pair = OperatorPair.of(PropagationOperator.classic(graph, r), work);
        Probed ours = Probed.of(1, in -> Propagate.of(pair, in.getFirst()), x);
        assertThat(ours.value()[3]).containsExactly(x[3]);
        for (int c = 0; c < 3; c++) {
          assertThat(ours.gradients().getFirst()[3][c]).isEqualTo(ProbeLoss.weight(3, c));
        }
      }
    }
  }

  @Test
  void oneTwoAndSevenThreadsGiveTheSameBytes() {
    try (Workspace work = Workspace.open(2)) {
      OperatorPair pair = OperatorPair.of(operator(NamedGraphs.skewed(work, 3000, 9000, 6)), work);
      float[][] x = entries(3000, 100, 7);
      SparseDropout dropout = new SparseDropout(0.5, 8);
      Probed one = Probed.of(1, in -> Propagate.of(pair, in.getFirst(), dropout), x);
      for (int threads : new int[] {2, 7}) {
        Probed many = Probed.of(threads, in -> Propagate.of(pair, in.getFirst(), dropout), x);
        assertThat(many.sameBits(one)).as("%d threads", threads).isTrue();
      }
    }
  }

  @Test
  void theCentreOfAGreatStarIsTheMeanOfItsLeaves() {
    try (Workspace work = Workspace.open(2)) {
      int leaves = 120_000;
      CsrGraph graph = NamedGraphs.star(work, leaves);
      OperatorPair pair = OperatorPair.of(PropagationOperator.classic(graph, 0), work);
      float[][] x = new float[leaves + 1][1];
      double sum = 0;
      for (int i = 0; i <= leaves; i++) {
        x[i][0] = (float) StatelessHash.unit(StatelessHash.of(1, i));
        sum += x[i][0];
      }
      Probed ours = Probed.of(2, in -> Propagate.of(pair, in.getFirst()), x);
      double mean = sum / (leaves + 1);
      assertThat((double) ours.value()[0][0]).isCloseTo(mean, within(1e-6 * mean));
    }
  }

  @Test
  void dropoutLeavesOutTheSameEntriesBothWaysAndTheRightShare() {
    try (Workspace work = Workspace.open(2)) {
      int n = 50;
      PropagationOperator operator = operator(NamedGraphs.clique(work, n));
      OperatorPair pair = OperatorPair.of(operator, work);
      SparseDropout dropout = new SparseDropout(0.3, 11);
      float[][] identity = new float[n][n];
      for (int i = 0; i < n; i++) {
        identity[i][i] = 1;
      }
      Probed probed = Probed.of(2, in -> Propagate.of(pair, in.getFirst(), dropout), identity);
      int dropped = 0;
      double loops = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          float entry = probed.value()[i][j];
          dropped += entry == 0 ? 1 : 0;
          loops += i == j && entry == 0 ? 1 : 0;
          if (entry != 0) {
            assertThat((double) entry).isCloseTo(operator.entry(i, j) / 0.7, within(1e-6));
          }
        }
      }
      assertThat(dropped / (double) (n * n)).isBetween(0.26, 0.34);
      assertThat(loops).isBetween(5.0, 25.0);
      // dX = (dropped P̃)ᵀ w, the dropped P̃ read off above.
      for (int j = 0; j < n; j++) {
        for (int c = 0; c < n; c++) {
          double sum = 0;
          for (int i = 0; i < n; i++) {
            sum += (double) probed.value()[i][j] * ProbeLoss.weight(i, c);
          }
          assertThat((double) probed.gradients().getFirst()[j][c]).isCloseTo(sum, within(1e-5));
        }
      }
    }
  }

  @Test
  void theSameSeedDropsTheSameAndAnotherSeedAnother() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = OperatorPair.of(operator(NamedGraphs.clique(work, 12)), work);
      float[][] x = entries(12, 4, 1);
      Probed[] runs = new Probed[3];
      for (int run = 0; run < 3; run++) {
        SparseDropout dropout = new SparseDropout(0.5, run / 2);
        runs[run] = Probed.of(1, in -> Propagate.of(pair, in.getFirst(), dropout), x);
      }
      assertThat(runs[0].sameBits(runs[1])).isTrue();
      assertThat(runs[0].sameBits(runs[2])).isFalse();
    }
  }

  @Test
  void epochsAfterTheFirstAllocateNothing() {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Arena arena = Arena.ofShared()) {
      OperatorPair pair = OperatorPair.of(operator(NamedGraphs.skewed(work, 200, 900, 3)), work);
      Matrix x = Matrix.of(entries(200, 33, 1), arena);
      long first = 0;
      for (int epoch = 0; epoch < 5; epoch++) {
        try (Tape tape = engine.tape()) {
          Tensor y = Propagate.of(pair, Propagate.of(pair, tape.variable(x)));
          tape.backward(ProbeLoss.of(y));
        }
        first = epoch == 0 ? engine.pool().allocatedBytes() : first;
      }
      assertThat(engine.pool().allocatedBytes()).isEqualTo(first);
    }
  }

  @Test
  void aMatrixOfOtherRowsIsRefusedInASentence() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = OperatorPair.of(operator(NamedGraphs.g5(work)), work);
      assertThatThrownBy(
              () -> Probed.of(1, in -> Propagate.of(pair, in.getFirst()), entries(4, 2, 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("cannot multiply sparse 5 × 5 by 4 × 2");
    }
  }

  private static PropagationOperator operator(CsrGraph graph) {
    double[] r = new double[graph.nodeCount()];
    for (int i = 0; i < r.length; i++) {
      r[i] = StatelessHash.unit(StatelessHash.of(21, i));
    }
    return PropagationOperator.of(graph, new NodeCoefficients(r));
  }

  private static Matrix matrix(float[][] rows) {
    return Matrix.of(rows, Arena.ofAuto());
  }

  private static float[][] dense(MaterialisedOperator operator) {
    float[][] dense = new float[operator.rows()][operator.rows()];
    for (int i = 0; i < operator.rows(); i++) {
      long end = operator.offsets().getAtIndex(ValueLayout.JAVA_LONG, i + 1);
      for (long at = operator.offsets().getAtIndex(ValueLayout.JAVA_LONG, i); at < end; at++) {
        int column = operator.columns().getAtIndex(ValueLayout.JAVA_INT, at);
        dense[i][column] = operator.values().getAtIndex(ValueLayout.JAVA_FLOAT, at);
      }
    }
    return dense;
  }
}
