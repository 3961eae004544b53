package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.HopFeatures;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Correct, encode and propagate give what one machine gives, for any number of partitions.
class OneMachineTest {
  private static final EncodingConfig DEGREE = encoding(new Weights(1, 0, 0, 0, 0));
  private static Workspace work;
  private static GraphData data;
  private static SparkData tables;

  @BeforeAll
  static void generate() {
    work = Workspace.open(1);
    data = GraphGenerator.generate(GeneratorConfig.of(700, 3000, 21, 4), work);
    tables = SparkData.of(data);
  }

  @AfterAll
  static void close() {
    work.close();
  }

  static EncodingConfig encoding(Weights weights) {
    EncodingConfig defaults = EncodingConfig.defaults();
    return new EncodingConfig(
        weights,
        defaults.profile(),
        defaults.coefficientScale(),
        defaults.clustering(),
        defaults.stop(),
        defaults.tolerance(),
        defaults.maxIterations());
  }

  private static SparkGraph graph(int partitions) {
    return AtpSpark.on(tables.edges(), tables.nodes())
        .with(SparkConfig.defaults().withPartitions(partitions))
        .graph();
  }

  private static List<String> arcs(CsrGraph graph) {
    List<String> arcs = new ArrayList<>();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        if (!graph.symmetric() || node < graph.target(arc)) {
          arcs.add(node + " " + graph.target(arc));
        }
      }
    }
    return arcs;
  }

  private static List<String> arcs(Dataset<Row> edges) {
    return edges.collectAsList().stream().map(row -> row.get(0) + " " + row.get(1)).toList();
  }

  @ParameterizedTest
  @EnumSource(MaskBy.class)
  void theSameEdgesAreMasked(MaskBy by) {
    CorrectionConfig config =
        new CorrectionConfig(
            new NodeChoice.TopAndSampled(0.1, 0.2),
            new MaskBudget.MaskedShare(0.5),
            by,
            MaskOrder.RANDOM,
            7);
    var alone = HighBiasCorrection.apply(data.graph(), config, work);
    SparkGraph corrected = graph(5).correct(config);
    assertThat(arcs(corrected.edges())).containsExactlyInAnyOrderElementsOf(arcs(alone.graph()));
    assertThat(corrected.correction()).contains(alone.account());
  }

  @Test
  void aWantedShareFindsTheSameMask() {
    CorrectionConfig config =
        new CorrectionConfig(
            new NodeChoice.DegreeAtLeast(12),
            new MaskBudget.RemovedShare(0.15),
            MaskBy.EDGES,
            MaskOrder.RANDOM,
            3);
    var alone = HighBiasCorrection.apply(data.graph(), config, work);
    SparkGraph corrected = graph(3).correct(config);
    assertThat(corrected.correction()).contains(alone.account());
    assertThat(arcs(corrected.edges())).containsExactlyInAnyOrderElementsOf(arcs(alone.graph()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 31})
  void hopsHaveTheSameBytes(int partitions) {
    CorrectionConfig correction = CorrectionConfig.defaults();
    CsrGraph alone = HighBiasCorrection.apply(data.graph(), correction, work).graph();
    NodeCoefficients r = LocalNodeContext.encode(alone, DEGREE, work);
    HopFeatures hops =
        Propagator.propagate(
            PropagationOperator.of(alone, r),
            data.features().orElseThrow(),
            PropagationConfig.of(3, new HopCombiner.All()),
            work);
    SparkEncodings encoded = graph(partitions).correct(correction).encode(DEGREE);
    List<Row> coefficients = encoded.table().orderBy("id").collectAsList();
    List<Row> rows = encoded.propagate(3).table().orderBy("id").collectAsList();
    assertThat(rows).hasSize(alone.nodeCount());
    for (int node = 0; node < alone.nodeCount(); node++) {
      assertThat(coefficients.get(node).<Double>getAs("r")).isEqualTo(r.of(node));
      assertThat(coefficients.get(node).<Integer>getAs("degree")).isEqualTo(alone.degree(node));
      for (int hop = 0; hop <= 3; hop++) {
        List<Float> row = rows.get(node).getList(hop + 1);
        for (int c = 0; c < 21; c++) {
          assertThat(row.get(c)).isEqualTo(hops.hop(hop).get(node, c));
        }
      }
    }
  }
}
