package io.atp.core.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.nodewise.NodeSteps.Distance;
import io.atp.core.nodewise.NodeSteps.EdgeCount;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The numbers of the specification's test graph, to six decimals.
class SpecVectorsTest {
  private static final double SIX = 2e-6;
  private static final double[][] ROW_SUM = {{1, 0}, {0, 1}, {.5, .5}, {0, 1}, {1, 0}};
  private static final int[] LAST = {1, 2, 2, 1, 0};

  private Workspace work;
  private PropagationOperator walk;
  private PropagationOperator symmetric;
  private PropagationOperator adaptive;
  private DenseFeatures x;

  @BeforeEach
  void open() {
    work = Workspace.open(2);
    walk = PropagationOperator.classic(NamedGraphs.g5(work), 0);
    symmetric = PropagationOperator.classic(walk.graph(), 0.5);
    adaptive = PropagationOperator.of(walk.graph(), TestVectors.R);
    x = TestVectors.features(work, TestVectors.X);
  }

  @AfterEach
  void close() {
    work.close();
  }

  private DenseFeatures sum(PropagationOperator operator, HopWeights weights, HopCombiner own) {
    int hops = own instanceof HopCombiner.Weighted(double[] w) ? w.length - 1 : 1;
    NodeWise choice = new NodeWise(new NodeSteps.AllHops(), weights, new FeatureEntry.Exact());
    return NodeWisePropagation.propagate(operator, x, choice, PropagationConfig.of(hops, own), work)
        .hops()
        .combined();
  }

  /// By hand-made steps, entry by entry.
  private DenseFeatures scheduled(PropagationOperator operator, Schedule schedule, int entry) {
    List<DenseFeatures> outputs =
        IntStream.range(0, schedule.entries())
            .mapToObj(_ -> new DenseFeatures(5, 2, work.allocateFloats(10)))
            .toList();
    NodeWisePropagation.exact(operator, x, schedule, 0, outputs, work);
    return outputs.get(entry);
  }

  @Test
  void heatOfTimeOne() {
    HopWeights own = new HopWeights.Own();
    double[][] exact = {
      {.751551, .425386},
      {.383672, .793265},
      {.780400, 1.021630},
      {.652103, 1.339445},
      {1.346289, .510631}
    };
    Twin.assertClose(sum(symmetric, own, HopCombiner.heat(30, 1)), exact, SIX);
    double[][] fourTerms = {
      {.739274, .410653},
      {.371395, .778532},
      {.764698, 1.003877},
      {.635274, 1.322420},
      {1.331091, .496056}
    };
    Twin.assertClose(sum(symmetric, own, HopCombiner.heat(3, 1)), fourTerms, SIX);
    double[][] atp = {
      {.662447, .436228},
      {.223823, .699341},
      {1.000497, 2.062472},
      {.288721, 1.224896},
      {1.333835, 1.002874}
    };
    Twin.assertClose(sum(adaptive, own, HopCombiner.heat(30, 1)), atp, SIX);
    // Five terms leave six parts in ten thousand out.
    Twin.assertClose(
        sum(symmetric, new HopWeights.Heat(1, 0), new HopCombiner.Last()), exact, 1.5e-3);
  }

  @Test
  void dgcOfTwoEulerSteps() {
    HopWeights two = new HopWeights.Heat(1, 2);
    double[][] classic = {
      {.703548, .495215},
      {.453548, .745215},
      {.722543, 1.036489},
      {.785621, 1.221158},
      {1.237796, .607815}
    };
    Twin.assertClose(sum(symmetric, two, new HopCombiner.Last()), classic, SIX);
    double[][] atp = {
      {.598302, .497294},
      {.264652, .627862},
      {.973210, 2.298839},
      {.346633, 1.083538},
      {1.225852, 1.208789}
    };
    Twin.assertClose(sum(adaptive, two, new HopCombiner.Last()), atp, SIX);
    DenseFeatures many = sum(symmetric, new HopWeights.Heat(1, 1000), new HopCombiner.Last());
    // A thousand roundings of a float are up to 6e-5.
    assertThat(many.get(0, 0)).isCloseTo(.751475f, within(3e-5f));
    assertThat(many.get(0, 1)).isCloseTo(.425497f, within(3e-5f));
  }

  @Test
  void gdcKeepsLargeEntriesAndColumnsSumToOne() {
    Schedule heat =
        Schedule.of(new HopWeights.Own(), null, PropagationConfig.of(30, HopCombiner.heat(30, 1)));
    SparsifiedDiffusion kept =
        SparsifiedDiffusion.of(symmetric, heat, new FeatureEntry.Kept.AtLeast(.05), work);
    assertRow(kept, 0, .601373, .212450, .168544, 0, 0);
    assertRow(kept, 2, .186177, .186177, .516597, .157345, 0);
    assertRow(kept, 4, 0, 0, 0, .244471, .733976);
  }

  private static void assertRow(SparsifiedDiffusion matrix, int row, double... expected) {
    double[] dense = new double[expected.length];
    for (int at = matrix.offsets()[row]; at < matrix.offsets()[row + 1]; at++) {
      dense[matrix.columns()[at]] = matrix.values()[at];
    }
    assertThat(dense).containsExactly(expected, within(SIX));
  }

  @Test
  void ndlsStopsAtTheFirstCrossing() {
    DenseFeatures normed = TestVectors.features(work, ROW_SUM);
    SmoothState limit = SmoothState.of(walk, normed, work);
    assertThat(limit.values()[0]).isCloseTo(.466667f, within(1e-6f));
    assertThat(limit.values()[1]).isCloseTo(.533333f, within(1e-6f));
    double[][] squares = DistanceSteps.squaredDistances(walk, normed, limit, 2, 0, work);
    double[][] expected = {
      {.754247, .659966, .047140, .659966, .754247},
      {.047140, .047140, .129636, .047140, .047140},
      {.011785, .011785, .002946, .011785, .047140}
    };
    for (int hop = 0; hop < 3; hop++) {
      for (int node = 0; node < 5; node++) {
        assertThat(Math.sqrt(squares[hop][node])).isCloseTo(expected[hop][node], within(SIX));
      }
    }
    assertThat(steps(walk, normed, Distance.RELATIVE)).containsExactly(1, 1, 0, 1, 1);
    NodeWise choice = NodeWise.of(List.of(new Strategy.Ndls(.05, 199, Distance.RELATIVE)));
    DenseFeatures mean =
        NodeWisePropagation.propagate(
                walk, normed, choice, PropagationConfig.of(2, new HopCombiner.Last()), work)
            .hops()
            .combined();
    Twin.assertClose(
        mean, new double[][] {{.75, .25}, {.25, .75}, {.5, .5}, {.25, .75}, {.75, .25}}, SIX);
  }

  @Test
  void ndlsWithAtpHasALimitOfItsOwnForEachNode() {
    DenseFeatures normed = TestVectors.features(work, ROW_SUM);
    SmoothState limit = SmoothState.of(adaptive, normed, work);
    double[][] expected = {
      {.395053, .667360},
      {.300175, .507084},
      {.912335, 1.541202},
      {.228084, .385300},
      {.383590, .647996}
    };
    for (int node = 0; node < 5; node++) {
      for (int c = 0; c < 2; c++) {
        double state = limit.values()[limit.at(node, c)] / adaptive.right()[node];
        assertThat(state).isCloseTo(expected[node][c], within(SIX));
      }
    }
    assertThat(steps(adaptive, normed, Distance.ABSOLUTE)).containsExactly(4, 2, 3, 1, 7);
    assertThat(steps(adaptive, normed, Distance.RELATIVE)).containsExactly(2, 2, 2, 1, 4);
  }

  private int[] steps(PropagationOperator operator, DenseFeatures features, Distance distance) {
    var rule = new NodeSteps.ByDistance(.05, 199, distance);
    return DistanceSteps.of(operator, features, rule, 0, 199, work).steps();
  }

  @Test
  void ndmWeightsAndLengths() {
    double[] h = Schedule.powerWeights(2, .5);
    double[] expected = {.043747, .087494, .123736, .142878, .142878, .127794};
    for (int l = 0; l < expected.length; l++) {
      assertThat(h[l]).isCloseTo(expected[l], within(1e-6));
    }
    assertThat(1 / h[0]).isCloseTo(22.858620, within(1e-5));
    assertThat(1 / Schedule.powerWeights(1, 1)[0]).isCloseTo(Math.E, within(1e-12));
    assertThat(DegreeSteps.lengths(walk.graph(), EdgeCount.STORED_TWICE))
        .containsExactly(new double[] {2.7965, 2.7965, 2.6359, 2.7965, 3.0228}, within(5e-5));
    assertThat(DegreeSteps.lengths(walk.graph(), EdgeCount.STORED))
        .containsExactly(new double[] {3.2990, 3.2990, 3.0372, 3.2990, 3.6681}, within(5e-5));
    assertThat(DegreeSteps.of(walk.graph(), new NodeSteps.ByDegree(1, EdgeCount.STORED_TWICE)))
        .containsExactly(2, 2, 2, 2, 3);
    assertThat(DegreeSteps.of(walk.graph(), new NodeSteps.ByDegree(1.5, EdgeCount.STORED_TWICE)))
        .containsExactly(4, 4, 3, 4, 4);
  }

  private static Schedule ndm(int entries) {
    double[] h = Arrays.copyOf(Schedule.powerWeights(1, 1), 3);
    return new Schedule(2, 0, 1, entries, h, LAST, null);
  }

  @Test
  void ndmStopsReceivers() {
    Twin.assertClose(
        scheduled(walk, ndm(1), 0),
        new double[][] {
          {.613132, .245253},
          {.357661, .756197},
          {.682110, .889042},
          {.367879, 1.103638},
          {.735759, 0}
        },
        SIX);
    Twin.assertClose(
        scheduled(symmetric, ndm(1), 0),
        new double[][] {
          {.596704, .228824},
          {.333702, .732238},
          {.715557, .946546},
          {.406570, 1.087209},
          {.735759, 0}
        },
        SIX);
    double[][] atp = {
      {.543605, .214484}, {.194720, .645895}, {.899988, 1.875331}, {.176485, 1.011668}, {.735759, 0}
    };
    Twin.assertClose(scheduled(adaptive, ndm(1), 0), atp, SIX);
  }

  /// The twin computes the two readings the specification rejects; they are other numbers.
  @Test
  void theRejectedReadingsAreOtherNumbers() {
    double[][] m = Twin.matrix(adaptive);
    double[][][] states = Twin.states(m, TestVectors.X, 2);
    double[] h = Schedule.powerWeights(1, 1);
    double tails = h[0] + h[1] + h[2];
    assertThat(tails * states[0][1][1] + (h[1] + h[2]) * states[1][1][1] + h[2] * states[2][1][1])
        .isCloseTo(1.279200, within(SIX));
    double[][] senders = new double[5][2];
    for (int l = 0; l <= 2; l++) {
      double[][] sent = new double[5][];
      for (int j = 0; j < 5; j++) {
        sent[j] = LAST[j] >= l ? TestVectors.X[j] : new double[2];
      }
      double[][] state = Twin.states(m, sent, l)[l];
      for (int i = 0; i < 5; i++) {
        for (int c = 0; c < 2; c++) {
          senders[i][c] += h[l] * state[i][c];
        }
      }
    }
    assertThat(senders[1][1]).isCloseTo(.605548, within(SIX));
    assertThat(scheduled(adaptive, ndm(1), 0).get(1, 1)).isCloseTo(.645895f, within(2e-6f));
  }

  @Test
  void listsFreezeOrAddUp() {
    Schedule frozen = new Schedule(2, 0, 1, 3, null, LAST, null);
    double[][] entry2 = {
      {.477671, .583029}, {.332705, .625435}, {1.238140, 2.175683}, {.479736, .75}, {2, 0}
    };
    Twin.assertClose(scheduled(adaptive, frozen, 2), entry2, SIX);
    double[][] entry1 = {
      {.543605, .214484}, {.133522, .530852}, {.672245, 1.475136}, {.176485, 1.011668}, {.735759, 0}
    };
    Twin.assertClose(scheduled(adaptive, ndm(3), 1), entry1, SIX);
  }

  @Test
  void scaraWithoutToleranceIsPersonalisedPageRank() {
    double[][] classic = {
      {.719698, .598564},
      {.519698, .798564},
      {.819227, .978593},
      {.732465, 1.126794},
      {1.065370, .613349}
    };
    double[][] atp = {
      {.600619, .689861},
      {.304405, .724181},
      {1.157203, 2.180170},
      {.329137, .981620},
      {1.035694, 1.100588}
    };
    Strategy scara = new Strategy.Scara(.2, 0, 0, false, 0);
    PropagationConfig form = PropagationConfig.of(3, new HopCombiner.Last());
    Twin.assertClose(
        NodeWisePropagation.propagate(symmetric, x, NodeWise.of(List.of(scara)), form, work)
            .hops()
            .combined(),
        classic,
        SIX);
    Twin.assertClose(
        NodeWisePropagation.propagate(adaptive, x, NodeWise.of(List.of(scara)), form, work)
            .hops()
            .combined(),
        atp,
        SIX);
  }

  @Test
  void aColumnIsItsShareOfTheBaseAndAResidual() {
    float[][] products = {{6, 1}}; // ⟨b, b⟩ and ⟨b, x⟩ of the two columns
    double[] norms = {6, 6};
    FeatureBases always = FeatureBases.of(new int[] {0}, products, norms, 0);
    assertThat(always.parts().get(1)).hasSize(1);
    double theta = always.parts().get(1).getFirst().theta();
    assertThat(theta).isCloseTo(1.0 / 6, within(1e-12));
    double[] residual = new double[5];
    for (int i = 0; i < 5; i++) {
      residual[i] = TestVectors.X[i][1] - theta * TestVectors.X[i][0];
    }
    assertThat(residual)
        .containsExactly(new double[] {-.166667, 1, .833333, 2, -.333333}, within(SIX));
    // At a cosine distance of 5/6 the base explains 1/36 of the column: not worth it.
    assertThat(FeatureBases.of(new int[] {0}, products, norms, 0.1).parts().get(1)).isEmpty();
  }
}
