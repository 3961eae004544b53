package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.Encodings;
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
import io.atp.io.format.GraphFiles;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The defaults of every room on real graphs, against one machine and against other partitions.
@Tag("slow")
class RealGraphsTest {
  private static final EncodingConfig ENCODING = EncodingConfig.defaults();

  private static GraphData read(String relative, Workspace work) throws IOException {
    Path path = Path.of(System.getProperty("atp.data", "data"), relative);
    Assumptions.assumeTrue(Files.exists(path), "skipped: " + path + " is not here");
    return GraphFiles.read(path, work);
  }

  private static void agrees(GraphData data, Workspace work, int... partitions) {
    var corrected = HighBiasCorrection.apply(data.graph(), CorrectionConfig.defaults(), work);
    CsrGraph graph = corrected.graph();
    Encodings encodings =
        LocalNodeContext.describe(graph, ENCODING, LocalNodeContext.weighted(ENCODING), work);
    NodeCoefficients r = LocalNodeContext.combine(encodings, ENCODING);
    HopFeatures hops =
        Propagator.propagate(
            PropagationOperator.of(graph, r),
            data.features().orElseThrow(),
            PropagationConfig.of(3, new HopCombiner.All()),
            work);
    SparkData tables = SparkData.of(data);
    float[][] first = null;
    for (int count : partitions) {
      SparkGraph masked =
          AtpSpark.on(tables.edges(), tables.nodes())
              .with(SparkConfig.defaults().withPartitions(count))
              .correct(CorrectionConfig.defaults());
      assertThat(masked.correction()).contains(corrected.account());
      SparkEncodings encoded = masked.encode(ENCODING);
      Iterator<Row> context = encoded.table().orderBy("id").toLocalIterator();
      for (int node = 0; node < graph.nodeCount(); node++) {
        Row row = context.next();
        assertThat(row.<Integer>getAs("degree")).isEqualTo(graph.degree(node));
        assertThat(row.<Long>getAs("triangles")).isEqualTo(encodings.triangles()[node]);
        assertThat(row.<Double>getAs("r")).isCloseTo(r.of(node), within(1e-9));
      }
      float[][] rows = hops(encoded.propagate(3).table(), graph.nodeCount());
      assertThat(largestDifference(rows, hops)).isLessThanOrEqualTo(1e-5);
      if (first == null) {
        first = rows;
      }
      assertThat(Arrays.deepEquals(rows, first)).as("%d partitions", count).isTrue();
    }
  }

  /// All hops of each node after each other, by id: boxed rows of a real graph would fill the heap.
  private static float[][] hops(Dataset<Row> table, int nodeCount) {
    float[][] all = new float[nodeCount][];
    Iterator<Row> rows = table.orderBy("id").toLocalIterator();
    for (int node = 0; node < nodeCount; node++) {
      Row row = rows.next();
      int width = row.getList(1).size();
      all[node] = new float[width * (row.size() - 1)];
      for (int hop = 0; hop < row.size() - 1; hop++) {
        List<Float> values = row.getList(hop + 1);
        for (int c = 0; c < width; c++) {
          all[node][hop * width + c] = values.get(c);
        }
      }
    }
    return all;
  }

  private static double largestDifference(float[][] rows, HopFeatures hops) {
    int width = hops.hop(0).width();
    double largest = 0;
    for (int node = 0; node < rows.length; node++) {
      assertThat(rows[node]).hasSize(width * hops.matrices().size());
      for (int at = 0; at < rows[node].length; at++) {
        double expected = hops.hop(at / width).get(node, at % width);
        largest = Math.max(largest, Math.abs(rows[node][at] - expected));
      }
    }
    return largest;
  }

  @Test
  void coraIsTheSameForAnyPartitions() throws IOException {
    try (Workspace work = Workspace.open(2)) {
      agrees(read("cora", work), work, 1, 2, 7, 31);
    }
  }

  @Test
  void amazonComputersIsTheSame() throws IOException {
    try (Workspace work = Workspace.open(2)) {
      agrees(read("amazon-computers/amazon_cs.npz", work), work, 1, 2, 7, 31);
    }
  }

  @Test
  void aHundredThousandGeneratedNodesAreTheSame() {
    try (Workspace work = Workspace.open(2)) {
      agrees(
          GraphGenerator.generate(GeneratorConfig.of(100_000, 500_000, 16, 8), work),
          work,
          1,
          2,
          7,
          31);
    }
  }
}
