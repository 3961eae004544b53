package io.atp.core.propagate;

import static io.atp.core.operator.TestVectors.R;
import static io.atp.core.operator.TestVectors.X;
import static io.atp.core.operator.TestVectors.features;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.kernel.Kernels;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropagatorTest {
  private static final HopCombiner ALL = new HopCombiner.All();
  private static final HopCombiner LAST = new HopCombiner.Last();

  private static void assertRows(DenseFeatures actual, double[][] expected, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      for (int c = 0; c < expected[i].length; c++) {
        assertThat((double) actual.get(i, c))
            .as("(%d, %d)", i, c)
            .isCloseTo(expected[i][c], within(tolerance));
      }
    }
  }

  private static DenseFeatures random(Workspace work, int rows, int width, long seed) {
    double[][] values = new double[rows][width];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < width; c++) {
        values[i][c] = 2 * StatelessHash.unit(StatelessHash.of(seed, i, c)) - 1;
      }
    }
    return features(work, values);
  }

  private static NodeCoefficients someCoefficients(int nodes) {
    double[] r = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      r[i] = StatelessHash.unit(StatelessHash.of(99, i));
    }
    return new NodeCoefficients(r);
  }

  /// The slow twin: X⁽ᵏ⁺¹⁾ entry by entry, in double.
  private static double[][] slowHop(
      PropagationOperator operator, double[][] x, double[][] x0, double lazy, double restart) {
    int n = x.length;
    double[][] next = new double[n][x[0].length];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < x[0].length; c++) {
        double product = 0;
        for (int j = 0; j < n; j++) {
          product += operator.entry(i, j) * x[j][c];
        }
        next[i][c] = (1 - restart) * ((1 - lazy) * product + lazy * x[i][c]) + restart * x0[i][c];
      }
    }
    return next;
  }

  private static double[][] toDouble(DenseFeatures features) {
    double[][] values = new double[features.rows()][features.width()];
    for (int i = 0; i < features.rows(); i++) {
      for (int c = 0; c < features.width(); c++) {
        values[i][c] = features.get(i, c);
      }
    }
    return values;
  }

  @Test
  void theSpecificationsHopsComeOutToSixDecimals() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      DenseFeatures x = features(work, X);
      PropagationConfig two = PropagationConfig.of(2, ALL);
      HopFeatures walk = Propagator.propagate(PropagationOperator.classic(g5, 0), x, two, work);
      assertThat(walk.hop(0).data().mismatch(x.data())).isEqualTo(-1);
      assertRows(
          walk.hop(1),
          new double[][] {{.666667, .666667}, {.666667, .666667}, {.5, 1}, {1, 1}, {1, 1}},
          1e-6);
      assertRows(
          walk.hop(2),
          new double[][] {
            {.611111, .777778}, {.611111, .777778}, {.708333, .833333}, {.833333, 1}, {1, 1}
          },
          1e-6);
      HopFeatures symmetric =
          Propagator.propagate(PropagationOperator.classic(g5, 0.5), x, two, work);
      assertRows(
          symmetric.hop(1),
          new double[][] {
            {.622008, .622008},
            {.622008, .622008},
            {.538675, 1.116025},
            {1.105172, .955342},
            {1, .816497}
          },
          1e-6);
      assertRows(
          symmetric.hop(2),
          new double[][] {
            {.570174, .736841},
            {.570174, .736841},
            {.812821, .913907},
            {.932141, .973949},
            {.951184, .798265}
          },
          1e-6);
      HopFeatures nodeWise = Propagator.propagate(PropagationOperator.of(g5, R), x, two, work);
      assertRows(
          nodeWise.hop(1),
          new double[][] {
            {.477671, .583029},
            {.362951, .443006},
            {.827350, 3.009836},
            {.479736, .75},
            {1, 1.681793}
          },
          1e-6);
      assertRows(
          nodeWise.hop(2),
          new double[][] {
            {.437865, .823118},
            {.332705, .625435},
            {1.238140, 2.175683},
            {.427059, .834153},
            {.903408, 1.471569}
          },
          1e-6);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 17, 33, 70, 130})
  void anyWidthEqualsTheSlowTwinWithLazyAndRestart(int width) {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 90, 400, 4);
      PropagationOperator operator = PropagationOperator.of(graph, someCoefficients(90));
      DenseFeatures x = random(work, 90, width, 5);
      PropagationConfig config =
          PropagationConfig.of(3, ALL).withLazyShare(0.1).withRestartShare(0.2);
      HopFeatures hops = Propagator.propagate(operator, x, config, work);
      double[][] x0 = toDouble(x);
      double[][] expected = x0;
      for (int hop = 1; hop <= 3; hop++) {
        expected = slowHop(operator, expected, x0, 0.1, 0.2);
        assertRows(hops.hop(hop), expected, 2e-6);
      }
    }
  }

  @Test
  void aFusedSumEqualsTheSumOfTheHops() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 90, 400, 4);
      PropagationOperator operator = PropagationOperator.of(graph, someCoefficients(90));
      DenseFeatures x = random(work, 90, 40, 6);
      HopFeatures hops = Propagator.propagate(operator, x, PropagationConfig.of(4, ALL), work);
      for (HopCombiner combiner :
          new HopCombiner[] {
            HopCombiner.mean(4),
            HopCombiner.personalisedPageRank(4, 0.15),
            HopCombiner.heat(4, 1.5),
            new HopCombiner.Weighted(new double[] {0, -1, 2, 0, 0.5})
          }) {
        double[] weights = ((HopCombiner.Weighted) combiner).weights();
        DenseFeatures sum =
            Propagator.propagate(operator, x, PropagationConfig.of(4, combiner), work).combined();
        double[][] expected = new double[90][40];
        for (int hop = 0; hop <= 4; hop++) {
          for (int i = 0; i < 90; i++) {
            for (int c = 0; c < 40; c++) {
              expected[i][c] += weights[hop] * hops.hop(hop).get(i, c);
            }
          }
        }
        assertRows(sum, expected, 3e-6);
      }
      DenseFeatures last =
          Propagator.propagate(operator, x, PropagationConfig.of(4, LAST), work).combined();
      assertThat(last.data().mismatch(hops.hop(4).data())).isEqualTo(-1);
    }
  }

  @Test
  void zeroHopsGiveTheFeaturesBack() {
    try (Workspace work = Workspace.open(1)) {
      PropagationOperator operator = PropagationOperator.of(NamedGraphs.g5(work), R);
      DenseFeatures x = features(work, X);
      for (HopCombiner combiner : new HopCombiner[] {ALL, LAST}) {
        HopFeatures out =
            Propagator.propagate(operator, x, PropagationConfig.of(0, combiner), work);
        assertThat(out.combined().data().mismatch(x.data())).isEqualTo(-1);
      }
    }
  }

  @Test
  void weightsAreThoseOfTheirNames() {
    assertThat(((HopCombiner.Weighted) HopCombiner.personalisedPageRank(2, 0.1)).weights())
        .containsExactly(new double[] {0.1, 0.09, 0.81}, within(1e-15));
    assertThat(((HopCombiner.Weighted) HopCombiner.heat(2, 2)).weights())
        .containsExactly(
            new double[] {Math.exp(-2), 2 * Math.exp(-2), 2 * Math.exp(-2)}, within(1e-15));
  }

  /// Threads, panel width, released pages, row order, sparse input and mapped files: the same bytes
  /// each time.
  @Test
  void nothingButTheMathsChangesABit(@TempDir Path folder) throws IOException {
    int nodes = 700;
    int width = 150;
    int widest = Kernels.active().widestPanel();
    MemorySegment reference = null;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = NamedGraphs.skewed(work, nodes, 9000, 8);
        assertThat(graph.maxDegree(work.workers())).isGreaterThan(256);
        PropagationOperator operator = PropagationOperator.of(graph, someCoefficients(nodes));
        DenseFeatures dense = zeroOne(work, nodes, width);
        Features mapped = mapped(dense, folder.resolve("x" + threads), work);
        PropagationConfig config = PropagationConfig.of(3, LAST);
        for (Features x : new Features[] {dense, sparse(work, dense), mapped}) {
          for (PropagationConfig.RowOrder order : PropagationConfig.RowOrder.values()) {
            for (int panel = widest; panel >= widest / 4; panel /= 2) {
              MemoryPlan plan = new MemoryPlan(panel, 2, panel < widest, 0);
              MemorySegment out = newFile(folder, (long) nodes * width * 4, work);
              Propagator.propagate(operator, x, config.withOrder(order), plan, _ -> out, work);
              byte[] bytes = out.toArray(ValueLayout.JAVA_BYTE);
              if (reference == null) {
                reference = MemorySegment.ofArray(bytes);
              }
              assertThat(MemorySegment.ofArray(bytes).mismatch(reference))
                  .as("%d threads, %s, %s, %s", threads, x.getClass(), order, plan)
                  .isEqualTo(-1);
            }
          }
        }
      }
    }
  }

  @Test
  void aTighterLimitMeansNarrowerPanelsAndNeverMoreThanTheLimit() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.path(work, 200_000);
      DenseFeatures x = new DenseFeatures(200_000, 256, work.allocateFloats(200_000L * 256));
      PropagationConfig config = PropagationConfig.of(2, ALL);
      MemoryPlan roomy = MemoryPlan.of(graph, x, config);
      int width = roomy.panelWidth();
      assertThat(width).isEqualTo(Kernels.active().widestPanel());
      assertThat(roomy.releaseOutputs()).isFalse();
      long limit = roomy.residentBytes();
      // Steps smaller than what half of a narrow panel takes, on machines of any vector width.
      for (int step = 0; step < 300; step++, limit -= 3L << 20) {
        MemoryPlan plan;
        try {
          plan = MemoryPlan.of(graph, x, config.withMemoryBytes(limit));
        } catch (IllegalArgumentException e) {
          assertThat(e).hasMessageContaining("needs at least");
          break;
        }
        assertThat(plan.residentBytes()).isLessThanOrEqualTo(limit);
        assertThat(plan.panelWidth()).isLessThanOrEqualTo(width);
        width = plan.panelWidth();
      }
      assertThat(width).isEqualTo(Kernels.active().widestPanel() / 4);
    }
  }

  /// A single hop goes over the features where they lie; in another order it goes over panels.
  @ParameterizedTest
  @ValueSource(ints = {64, 128, 150})
  void aSingleHopGivesTheBytesOfPanels(int width) {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 500, 9000, 3);
      PropagationOperator operator = PropagationOperator.of(graph, someCoefficients(500));
      DenseFeatures x = random(work, 500, width, 5);
      PropagationConfig one = PropagationConfig.of(1, ALL);
      HopFeatures direct = Propagator.propagate(operator, x, one, work);
      HopFeatures panels =
          Propagator.propagate(
              operator, x, one.withOrder(PropagationConfig.RowOrder.BY_DEGREE), work);
      DenseFeatures last =
          Propagator.propagate(operator, x, PropagationConfig.of(1, LAST), work).hop(0);
      assertThat(direct.hop(0).data().mismatch(x.data())).isEqualTo(-1);
      assertThat(direct.hop(1).data().mismatch(panels.hop(1).data())).isEqualTo(-1);
      assertThat(last.data().mismatch(panels.hop(1).data())).isEqualTo(-1);
    }
  }

  /// Rows that a visitor is shown are those of the hop, whichever chunk was done first.
  @Test
  void aVisitorSeesRowsThatAreDone() {
    try (Workspace team = Workspace.open(3)) {
      CsrGraph graph = NamedGraphs.skewed(team, 300, 2000, 5);
      PropagationOperator operator = PropagationOperator.classic(graph, 0.5);
      DenseFeatures x = random(team, 300, 40, 7);
      HopFeatures hops = Propagator.propagate(operator, x, PropagationConfig.of(3, ALL), team);
      var seen = new AtomicInteger();
      HopVisitor visitor =
          (hop, panel, panelWidth, from, to, fromColumn, columns) -> {
            for (int node = from; node < to; node++) {
              for (int column = 0; column < columns; column++) {
                float y =
                    panel.getAtIndex(ValueLayout.JAVA_FLOAT, (long) node * panelWidth + column);
                assertThat(y / operator.right()[node])
                    .isCloseTo(hops.hop(hop).get(node, fromColumn + column), within(1e-5));
                seen.incrementAndGet();
              }
            }
          };
      Propagator.walk(operator, x, 3, 0, 0, visitor, team);
      assertThat(seen).hasValue(4 * 300 * 40);
    }
  }

  @Test
  void renamedNodesGiveRenamedRows() {
    try (Workspace work = Workspace.open(2)) {
      int nodes = 300;
      CsrGraph graph = NamedGraphs.skewed(work, nodes, 2000, 12);
      int[] names = NamedGraphs.permutation(nodes, 13);
      double[][] x = toDouble(random(work, nodes, 20, 14));
      double[][] renamedX = new double[nodes][];
      NodeCoefficients r = someCoefficients(nodes);
      double[] renamedR = new double[nodes];
      for (int i = 0; i < nodes; i++) {
        renamedX[names[i]] = x[i];
        renamedR[names[i]] = r.of(i);
      }
      PropagationConfig config = PropagationConfig.of(3, LAST);
      DenseFeatures plain =
          Propagator.propagate(PropagationOperator.of(graph, r), features(work, x), config, work)
              .combined();
      DenseFeatures renamed =
          Propagator.propagate(
                  PropagationOperator.of(
                      NamedGraphs.renamed(work, graph, names), new NodeCoefficients(renamedR)),
                  features(work, renamedX),
                  config,
                  work)
              .combined();
      for (int i = 0; i < nodes; i++) {
        for (int c = 0; c < 20; c++) {
          assertThat(renamed.get(names[i], c)).isCloseTo(plain.get(i, c), within(1e-6f));
        }
      }
    }
  }

  @Test
  void aLimitThatCannotHoldTheGraphIsRefusedWithTheNumberThatWould() {
    try (Workspace work = Workspace.open(1)) {
      PropagationOperator operator = PropagationOperator.classic(NamedGraphs.path(work, 10), 0.5);
      DenseFeatures x = random(work, 10, 4, 1);
      PropagationConfig config = PropagationConfig.of(1, LAST).withMemoryBytes(50L << 20);
      assertThatThrownBy(() -> Propagator.propagate(operator, x, config, work))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(
              "propagating over 10 nodes and 18 arcs needs at least [1-9][0-9,]+ MB of memory, the"
                  + " limit is 50 MB");
    }
  }

  @Test
  void wrongShapesAreRefused() {
    try (Workspace work = Workspace.open(1)) {
      PropagationOperator operator = PropagationOperator.classic(NamedGraphs.path(work, 10), 0.5);
      assertThatThrownBy(
              () ->
                  Propagator.propagate(
                      operator, random(work, 9, 4, 1), PropagationConfig.of(1, LAST), work))
          .hasMessage("features have 9 rows, graph has 10 nodes");
      assertThatThrownBy(() -> PropagationConfig.of(-1, LAST))
          .hasMessage("hopCount must be at least 0, got -1");
      assertThatThrownBy(() -> PropagationConfig.of(2, HopCombiner.mean(3)))
          .hasMessage("2 hops need 3 weights, got 4");
    }
  }

  private static DenseFeatures zeroOne(Workspace work, int rows, int width) {
    double[][] values = new double[rows][width];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < width; c++) {
        values[i][c] = StatelessHash.unit(StatelessHash.of(21, i, c)) < 0.1 ? 1 : 0;
      }
    }
    return features(work, values);
  }

  private static SparseFeatures sparse(Workspace work, DenseFeatures dense) {
    int[] columns = new int[dense.rows() * dense.width()];
    float[] values = new float[columns.length];
    long[] offsets = new long[dense.rows() + 1];
    int entries = 0;
    for (int i = 0; i < dense.rows(); i++) {
      for (int c = 0; c < dense.width(); c++) {
        if (dense.get(i, c) != 0) {
          columns[entries] = c;
          values[entries++] = dense.get(i, c);
        }
      }
      offsets[i + 1] = entries;
    }
    return new SparseFeatures(
            dense.rows(),
            dense.width(),
            work.arena().allocateFrom(ValueLayout.JAVA_LONG, offsets),
            work.arena().allocateFrom(ValueLayout.JAVA_INT, Arrays.copyOf(columns, entries)),
            work.arena().allocateFrom(ValueLayout.JAVA_FLOAT, Arrays.copyOf(values, entries)))
        .check();
  }

  private static DenseFeatures mapped(DenseFeatures dense, Path file, Workspace work)
      throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment segment =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, dense.sizeBytes(), work.arena());
      segment.copyFrom(dense.data());
      return new DenseFeatures(dense.rows(), dense.width(), segment);
    }
  }

  private static MemorySegment newFile(Path folder, long bytes, Workspace work) throws IOException {
    Path file = Files.createTempFile(folder, "out", ".bin");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, work.arena());
    }
  }
}
