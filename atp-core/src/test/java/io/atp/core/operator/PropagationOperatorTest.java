package io.atp.core.operator;

import static io.atp.core.operator.TestVectors.P_TILDE;
import static io.atp.core.operator.TestVectors.P_TILDE_LIMIT;
import static io.atp.core.operator.TestVectors.R;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PropagationOperatorTest {
  private static final double SIX_DECIMALS = 1e-6;

  private static double[][] dense(PropagationOperator operator) {
    int n = operator.nodeCount();
    double[][] matrix = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix[i][j] = operator.entry(i, j);
      }
    }
    return matrix;
  }

  private static void assertMatrix(double[][] actual, double[][] expected, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        assertThat(actual[i][j]).as("(%d, %d)", i, j).isCloseTo(expected[i][j], within(tolerance));
      }
    }
  }

  private static double[][] times(double[][] a, double[][] b) {
    double[][] product = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b[0].length; j++) {
        for (int k = 0; k < b.length; k++) {
          product[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return product;
  }

  /// Nodes share factors only with nodes of their degree and their r.
  @Test
  void everyNodeHasTheFactorsOfItsDegreeAndCoefficient() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 2000, 30_000, 5);
      double[] r = new double[graph.nodeCount()];
      Arrays.setAll(r, node -> node % 3 == 0 ? 0.5 : node % 7 == 0 ? node / 2000.0 : 0.25);
      PropagationOperator operator = PropagationOperator.of(graph, new NodeCoefficients(r));
      for (int node = 0; node < graph.nodeCount(); node++) {
        double degree = graph.selfLoopedDegree(node);
        assertThat(operator.left()[node]).isEqualTo(StrictMath.pow(degree, r[node] - 1));
        assertThat(operator.right()[node]).isEqualTo(StrictMath.pow(degree, -r[node]));
      }
    }
  }

  @Test
  void theSpecificationsOperatorsComeOutToSixDecimals() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      assertMatrix(dense(PropagationOperator.classic(g5, 0.5)), TestVectors.S, SIX_DECIMALS);
      PropagationOperator operator = PropagationOperator.of(g5, R);
      assertMatrix(dense(operator), P_TILDE, SIX_DECIMALS);
      assertMatrix(
          new double[][] {operator.left(), operator.right()},
          new double[][] {
            {0.577350, 0.438691, 1, 0.333333, 0.840896}, {0.577350, 0.759836, 0.25, 1, 0.594604}
          },
          SIX_DECIMALS);
    }
  }

  @Test
  void afterMaskingOneEdgeTheDegreesAreThoseOfWhatIsLeft() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph masked = NamedGraphs.edges(work, 5, 0, 1, 0, 2, 1, 2, 3, 4);
      double[][] expected = {
        {.333333, .438691, .192450, 0, 0},
        {.253279, .333333, .146230, 0, 0},
        {.577350, .759836, .333333, 0, 0},
        {0, 0, 0, .5, .297302},
        {0, 0, 0, .840896, .5}
      };
      assertMatrix(dense(PropagationOperator.of(masked, R)), expected, SIX_DECIMALS);
    }
  }

  @Test
  void zeroAveragesHalfIsSymmetricOneDividesAmongReceivers() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 60, 200, 1);
      double[][] walk = dense(PropagationOperator.classic(graph, 0));
      double[][] symmetric = dense(PropagationOperator.classic(graph, 0.5));
      double[][] reverse = dense(PropagationOperator.classic(graph, 1));
      for (int i = 0; i < 60; i++) {
        double row = 0;
        double column = 0;
        for (int j = 0; j < 60; j++) {
          row += walk[i][j];
          column += reverse[j][i];
          assertThat(symmetric[i][j]).isCloseTo(symmetric[j][i], within(1e-15));
          assertThat(walk[i][j]).isCloseTo(reverse[j][i], within(1e-15));
        }
        assertThat(row).isCloseTo(1, within(1e-12));
        assertThat(column).isCloseTo(1, within(1e-12));
      }
    }
  }

  /// F1: P̃ = diag(s) P diag(s)⁻¹ for any R; F6: P̃ s = s.
  @Test
  void everyOperatorIsARescaledRandomWalk() {
    for (long seed = 0; seed < 5; seed++) {
      try (Workspace work = Workspace.open(1)) {
        int n = 40;
        CsrGraph graph = NamedGraphs.skewed(work, n, 120, seed);
        double[] r = new double[n];
        for (int i = 0; i < n; i++) {
          r[i] = StatelessHash.unit(StatelessHash.of(seed, 77, i));
        }
        double[][] walk = dense(PropagationOperator.classic(graph, 0));
        double[][] operator = dense(PropagationOperator.of(graph, new NodeCoefficients(r)));
        double[] s = new double[n];
        for (int i = 0; i < n; i++) {
          s[i] = Math.pow(graph.selfLoopedDegree(i), r[i]);
        }
        for (int i = 0; i < n; i++) {
          double fixed = 0;
          for (int j = 0; j < n; j++) {
            assertThat(operator[i][j]).isCloseTo(s[i] * walk[i][j] / s[j], within(1e-12));
            fixed += operator[i][j] * s[j];
          }
          assertThat(fixed).isCloseTo(s[i], within(1e-10));
        }
      }
    }
  }

  /// F7: powers settle at d̂_i^r_i · d̂_j^(1−r_j) / (2m + n).
  @Test
  void powersSettleAtTheOverSmoothedState() {
    try (Workspace work = Workspace.open(1)) {
      double[][] power = dense(PropagationOperator.of(NamedGraphs.g5(work), R));
      for (int squaring = 0; squaring < 9; squaring++) {
        power = times(power, power);
      }
      assertMatrix(power, P_TILDE_LIMIT, SIX_DECIMALS);
    }
  }

  @Test
  void theTransposeIsTheTransposeForDirectedGraphsToo() {
    try (Workspace work = Workspace.open(1)) {
      for (CsrGraph graph :
          new CsrGraph[] {
            NamedGraphs.g5(work),
            NamedGraphs.directed(work, 5, 0, 1, 0, 4, 2, 1, 3, 0, 4, 3).graph()
          }) {
        PropagationOperator operator = PropagationOperator.of(graph, R);
        double[][] matrix = dense(operator);
        double[][] transposed = dense(operator.transpose(work));
        for (int i = 0; i < 5; i++) {
          for (int j = 0; j < 5; j++) {
            assertThat(transposed[i][j]).isEqualTo(matrix[j][i]);
          }
        }
      }
    }
  }

  @Test
  void anIsolatedNodeKeepsItself() {
    try (Workspace work = Workspace.open(1)) {
      PropagationOperator operator =
          PropagationOperator.of(
              NamedGraphs.edges(work, 3, 0, 1), new NodeCoefficients(new double[] {1, 0, 0.3}));
      assertThat(operator.entry(2, 2)).isEqualTo(1);
    }
  }

  @Test
  void theMaterialisedFormHoldsEveryEntryInOrder() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 50, 150, 3);
      PropagationOperator operator = PropagationOperator.classic(graph, 0.3);
      MaterialisedOperator stored = MaterialisedOperator.of(operator, work);
      assertThat(stored.entries()).isEqualTo(graph.arcCount() + 50);
      long seen = 0;
      for (int row = 0; row < 50; row++) {
        long from = stored.offsets().getAtIndex(ValueLayout.JAVA_LONG, row);
        long to = stored.offsets().getAtIndex(ValueLayout.JAVA_LONG, row + 1);
        int previous = -1;
        for (long at = from; at < to; at++, seen++) {
          int column = stored.columns().getAtIndex(ValueLayout.JAVA_INT, at);
          assertThat(column).isGreaterThan(previous);
          assertThat(stored.values().getAtIndex(ValueLayout.JAVA_FLOAT, at))
              .isEqualTo((float) operator.entry(row, column))
              .isPositive();
          previous = column;
        }
      }
      assertThat(seen).isEqualTo(stored.entries());
    }
  }

  @Test
  void aWrongNumberOfCoefficientsIsRefused() {
    try (Workspace work = Workspace.open(1)) {
      assertThatThrownBy(
              () ->
                  PropagationOperator.of(
                      NamedGraphs.path(work, 3), NodeCoefficients.constant(2, 0.5)))
          .hasMessage("2 coefficients were given for a graph of 3 nodes");
    }
  }
}
