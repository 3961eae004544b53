package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.encode.EncodingConfig.Profile;
import io.atp.core.encode.EncodingConfig.Stop;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.core.encode.Encodings;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// All encodings, on a symmetric graph and on the directed one that masking by rows leaves.
class EncodingsTest {
  private static final Weights ALL = new Weights(1, 0.5, 0.75, 0.5, 0.25);
  private static Workspace work;
  private static GraphData data;
  private static SparkData tables;

  @BeforeAll
  static void generate() {
    work = Workspace.open(1);
    data = GraphGenerator.generate(GeneratorConfig.of(300, 1800, 2, 3), work);
    tables = SparkData.of(data);
  }

  @AfterAll
  static void close() {
    work.close();
  }

  private static EncodingConfig config(Profile profile, Stop stop, double tolerance) {
    return new EncodingConfig(
        ALL, profile, 0.5, new ClusteringMethod.Exact(), stop, tolerance, 1000);
  }

  private static CorrectionConfig mask(MaskBy by) {
    return new CorrectionConfig(
        new NodeChoice.TopAndSampled(0.2, 0.1),
        new MaskBudget.MaskedShare(0.4),
        by,
        MaskOrder.RANDOM,
        1);
  }

  private static List<Row> agrees(MaskBy by, EncodingConfig config, int partitions) {
    CsrGraph alone = HighBiasCorrection.apply(data.graph(), mask(by), work).graph();
    Encodings expected =
        LocalNodeContext.describe(alone, config, LocalNodeContext.weighted(config), work);
    NodeCoefficients r = LocalNodeContext.combine(expected, config);
    SparkEncodings found =
        AtpSpark.on(tables.edges(), tables.nodes())
            .with(SparkConfig.defaults().withPartitions(partitions))
            .correct(mask(by))
            .encode(config);
    List<Row> rows = found.table().orderBy("id").collectAsList();
    for (int node = 0; node < alone.nodeCount(); node++) {
      Row row = rows.get(node);
      assertThat(row.<Long>getAs("triangles")).isEqualTo(expected.triangles()[node]);
      assertThat(row.<Double>getAs("clustering")).isEqualTo(expected.clustering()[node]);
      for (Encoding encoding : Encoding.values()) {
        String column =
            encoding == Encoding.DEGREE
                ? "degree_centrality"
                : encoding.name().toLowerCase(Locale.ROOT);
        assertThat(row.<Double>getAs(column))
            .as("%s of node %d", encoding, node)
            .isCloseTo(expected.values(encoding)[node], within(1e-11));
      }
      assertThat(row.<Double>getAs("r")).isCloseTo(r.of(node), within(1e-9));
    }
    found
        .convergences()
        .forEach(
            (encoding, end) -> {
              assertThat(end.converged()).isTrue();
              assertThat(end.iterations())
                  .isEqualTo(expected.convergence(encoding).orElseThrow().iterations());
            });
    return rows;
  }

  @Test
  void aSymmetricGraphHasTheEncodingsOfOneMachineAndTheSameBytesForAnyPartitions() {
    EncodingConfig config = config(Profile.SCALED, Stop.CONVERGED, 1e-10);
    List<Row> one = agrees(MaskBy.EDGES, config, 1);
    assertThat(agrees(MaskBy.EDGES, config, 3)).isEqualTo(one);
  }

  @Test
  void aDirectedGraphToo() {
    agrees(MaskBy.ROWS, config(Profile.AUTHORS_CODE, Stop.CONVERGED, 1e-3), 2);
  }

  @Test
  void earlyEndsAreThoseOfNetworkX() {
    agrees(MaskBy.EDGES, config(Profile.PAPER, Stop.NETWORKX, 1e-3), 2);
  }
}
