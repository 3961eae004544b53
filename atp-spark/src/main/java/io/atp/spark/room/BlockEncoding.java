package io.atp.spark.room;

import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.runtime.Require;
import io.atp.core.spectral.Convergence;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import io.atp.spark.block.Single;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;

/// [LocalNodeContext] over partitions.
public final class BlockEncoding {
  private BlockEncoding() {}

  /// @param blocks what was found, one a partition
  /// @param convergences of the encodings that iterate
  public record Encoded(JavaRDD<EncodedBlock> blocks, Map<Encoding, Convergence> convergences) {}

  /// What Spark does not do is refused before anything runs.
  public static void requireSupported(EncodingConfig config) {
    Require.that(
        config.clustering() instanceof ClusteringMethod.Exact,
        "on Spark triangles are counted exactly: for sampled ones use atp encode");
  }

  public static Encoded apply(BlockGraph graph, EncodingConfig config) {
    requireSupported(config);
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(graph.blocks().context());
    Set<Encoding> wanted = LocalNodeContext.weighted(config);
    Map<Encoding, Convergence> convergences = new EnumMap<>(Encoding.class);
    JavaRDD<double[][]> values = graph.blocks().map(_ -> new double[Encoding.values().length][]);
    JavaRDD<long[]> triangles = null;
    int nodeCount = graph.nodeCount();
    if (wanted.contains(Encoding.DEGREE)) {
      values = with(values, Encoding.DEGREE, graph.blocks().map(block -> degree(block, nodeCount)));
    }
    values = values.persist(StorageLevel.MEMORY_AND_DISK());
    Rooms.enter(spark, "encode", "combining");
    JavaRDD<double[]> coefficients = BlockCombination.of(values, config);
    JavaRDD<EncodedBlock> encoded =
        values
            .zipPartitions(
                coefficients, (v, r) -> Single.of(new EncodedBlock(v.next(), null, r.next())))
            .persist(StorageLevel.MEMORY_AND_DISK());
    encoded.count();
    values.unpersist(false);
    Rooms.leave(spark);
    return new Encoded(encoded, convergences);
  }

  private static JavaRDD<double[][]> with(
      JavaRDD<double[][]> values, Encoding encoding, JavaRDD<double[]> column) {
    int place = encoding.ordinal();
    return values.zipPartitions(
        column,
        (v, c) -> {
          double[][] all = v.next().clone();
          all[place] = c.next();
          return Single.of(all);
        });
  }

  /// `d / (n − 1)`.
  private static double[] degree(GraphBlock block, int nodeCount) {
    double others = Math.max(1, nodeCount - 1);
    double[] values = new double[block.rows()];
    for (int row = 0; row < values.length; row++) {
      values[row] = block.degree(row) / others;
    }
    return values;
  }
}
