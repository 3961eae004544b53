package io.atp.spark;

import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.io.dataset.GraphData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// A graph in memory as the two tables a Spark user would have.
record SparkData(Dataset<Row> edges, Dataset<Row> nodes) {
  /// Ids are the node numbers, as longs.
  static SparkData of(GraphData data) {
    return of(data, DataTypes.LongType, node -> (long) node);
  }

  /// Every edge once, from its lower end; rows of both tables in falling order.
  static SparkData of(GraphData data, DataType type, IntFunction<Object> id) {
    SparkSession spark = LocalSpark.session();
    CsrGraph graph = data.graph();
    List<Row> edges = new ArrayList<>();
    List<Row> nodes = new ArrayList<>();
    String[] parts = new String[graph.nodeCount()];
    data.split()
        .ifPresent(
            split -> {
              for (int node : split.train()) {
                parts[node] = "train";
              }
              for (int node : split.validation()) {
                parts[node] = "valid";
              }
              for (int node : split.test()) {
                parts[node] = "test";
              }
            });
    for (int node = graph.nodeCount() - 1; node >= 0; node--) {
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        if (graph.target(arc) > node) {
          edges.add(RowFactory.create(id.apply(node), id.apply(graph.target(arc))));
        }
      }
      nodes.add(
          RowFactory.create(
              id.apply(node),
              features(data.features().orElseThrow(), node),
              data.labels().isEmpty() ? null : label(data, node),
              parts[node]));
    }
    StructType edgeSchema = new StructType().add("src", type).add("dst", type);
    StructType nodeSchema =
        new StructType()
            .add("id", type)
            .add("features", DataTypes.createArrayType(DataTypes.FloatType))
            .add("label", DataTypes.StringType)
            .add("split", DataTypes.StringType);
    return new SparkData(
        spark.createDataFrame(edges, edgeSchema), spark.createDataFrame(nodes, nodeSchema));
  }

  private static String label(GraphData data, int node) {
    var labels = data.labels().orElseThrow();
    return labels.labelled(node) ? labels.className(labels.values()[node]) : null;
  }

  private static float[] features(Features features, int node) {
    float[] row = new float[features.width()];
    MemorySegment copy = MemorySegment.ofArray(row);
    features.copyRow(node, 0, row.length, copy, 0);
    return row;
  }
}
