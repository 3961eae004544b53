package io.atp.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.correct.CorrectedGraph;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.StoppingCheckpoint;
import io.atp.core.runtime.StoppingCheckpoint.Stopped;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Correction and encodings that are stopped after any part go on to the same numbers.
class RestartedRoomsTest {
  private static final int NODES = 3_000;

  @TempDir Path folder;
  private StoppingCheckpoint checkpoint;

  @BeforeEach
  void open() throws IOException {
    checkpoint = new StoppingCheckpoint(Files.createDirectory(folder.resolve("kept")));
  }

  private static CsrGraph random(boolean symmetric, Workspace work) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < 150_000; i++) {
      double unit = StatelessHash.unit(StatelessHash.mix(i + 1));
      arcs.add((int) (NODES * unit * unit), StatelessHash.below(StatelessHash.mix(-i), NODES));
    }
    GraphBuilder builder =
        symmetric ? GraphBuilder.undirected(NODES, work) : GraphBuilder.directed(NODES, work);
    return builder.add(arcs).build().graph();
  }

  private Workspace keeping(long memory) throws IOException {
    Workspace work = Workspace.open(2);
    work.spillTo(Files.createTempDirectory(folder, "spill"), memory);
    work.keepIn(checkpoint);
    return work;
  }

  private static EncodingConfig config(boolean sampled) {
    EncodingConfig usual = EncodingConfig.defaults();
    return new EncodingConfig(
        usual.weights(),
        usual.profile(),
        usual.coefficientScale(),
        sampled ? new ClusteringMethod.Sampled(0.1, 0.9, 5) : usual.clustering(),
        usual.stop(),
        usual.tolerance(),
        usual.maxIterations());
  }

  private void everyStop(boolean symmetric, boolean sampled) throws IOException {
    EncodingConfig config = config(sampled);
    EnumSet<Encoding> all = EnumSet.allOf(Encoding.class);
    try (Workspace plain = Workspace.open(1)) {
      CsrGraph graph = random(symmetric, plain);
      Encodings expected = LocalNodeContext.describe(graph, config, all, plain);
      int stops = 0;
      for (boolean stopped = true; stopped; stops++) { // each run gets a part or two further
        checkpoint.stopAfter(1 + stops % 2);
        try (Workspace work = keeping(1 << 24)) {
          Encodings found = LocalNodeContext.describe(graph, config, all, work);
          stopped = false;
          for (Encoding encoding : all) {
            assertThat(found.values(encoding)).isEqualTo(expected.values(encoding));
            assertThat(found.convergence(encoding)).isEqualTo(expected.convergence(encoding));
          }
          assertThat(found.triangles()).isEqualTo(expected.triangles());
          assertThat(found.largestEigenvalue()).isEqualTo(expected.largestEigenvalue());
        } catch (Stopped e) {
          assertThat(stops).isLessThan(40);
        }
      }
      assertThat(stops).isGreaterThan(6);
      assertThat(checkpoint.found()).contains("leading", "pagerank");
    }
  }

  @Test
  void exactClusteringAndAllCentralitiesGoOnFromWhatIsKept() throws IOException {
    everyStop(true, false);
    assertThat(checkpoint.parts())
        .containsKey("triangles")
        .doesNotContainKeys("triangles-so-far-even", "triangles-so-far-odd");
  }

  @Test
  void directedPairsGoOnByRows() throws IOException {
    everyStop(false, false);
  }

  @Test
  void sampledClusteringGoesOnByRows() throws IOException {
    everyStop(true, true);
  }

  @ParameterizedTest
  @ValueSource(longs = {4_096, 1L << 28})
  void aCorrectedGraphIsTakenOverWithItsAccount(long memory) throws IOException {
    CorrectionConfig config = CorrectionConfig.defaults();
    try (Workspace plain = Workspace.open(1)) {
      CsrGraph graph = random(true, plain);
      CorrectedGraph expected = HighBiasCorrection.apply(graph, config, plain);
      checkpoint.stopAfter(2);
      assertThatThrownBy(
              () -> {
                try (Workspace work = keeping(memory)) {
                  HighBiasCorrection.apply(graph, config, work);
                }
              })
          .isInstanceOf(Stopped.class);
      checkpoint.goOn();
      try (Workspace work = keeping(memory)) {
        CorrectedGraph found = HighBiasCorrection.apply(graph, config, work);
        assertThat(checkpoint.found()).containsExactly("corrected-offsets", "corrected-targets");
        GraphAssert.assertSame(found.graph(), expected.graph());
        assertThat(found.account()).isEqualTo(expected.account());
      }
    }
  }
}
