package io.atp.spark;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// The door for Java and Scala programs: two tables in, tables out.
///
/// ```java
/// Dataset<Row> hops = AtpSpark.on(edges, nodes)
///     .correct(CorrectionConfig.defaults())
///     .encode(EncodingConfig.defaults())
///     .propagate(3)
///     .table();
/// ```
///
/// Everything is keyed by the ids of the node table. Results are those of one machine: the same
/// masks, degrees and triangles, and the same bytes for any number of partitions.
public final class AtpSpark {
  private final Dataset<Row> edges;
  private final Dataset<Row> nodes;
  private final SparkConfig config;

  private AtpSpark(Dataset<Row> edges, Dataset<Row> nodes, SparkConfig config) {
    this.edges = edges;
    this.nodes = nodes;
    this.config = config;
  }

  /// @param edges two columns of node ids, `src` and `dst`
  /// @param nodes a column `id`, and what else is known of each node
  public static AtpSpark on(Dataset<Row> edges, Dataset<Row> nodes) {
    return new AtpSpark(edges, nodes, SparkConfig.defaults());
  }

  public AtpSpark with(SparkConfig other) {
    return new AtpSpark(edges, nodes, other);
  }

  /// Reads the tables: ids become numbers, edges are symmetrised, repeats and loops dropped.
  ///
  /// @throws IllegalArgumentException in one sentence, where the tables do not make a graph
  public SparkGraph graph() {
    return TableImport.read(edges, nodes, config);
  }

  public SparkGraph correct(CorrectionConfig correction) {
    return graph().correct(correction);
  }

  public SparkEncodings encode(EncodingConfig encoding) {
    return graph().encode(encoding);
  }
}
