package io.atp.spark.room;

import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.encode.EncodingConfig.Stop;
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
  private static final System.Logger LOG = System.getLogger(BlockEncoding.class.getName());

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
    Map<Encoding, JavaRDD<double[]>> columns = new EnumMap<>(Encoding.class);
    Map<Encoding, Convergence> convergences = new EnumMap<>(Encoding.class);
    int nodeCount = graph.nodeCount();
    if (wanted.contains(Encoding.DEGREE)) {
      columns.put(Encoding.DEGREE, graph.blocks().map(block -> degree(block, nodeCount)));
    }
    boolean counted = wanted.contains(Encoding.CLUSTERING);
    JavaRDD<long[]> triangles = graph.blocks().map(_ -> new long[0]);
    if (counted) {
      Rooms.enter(spark, "encode", "triangles");
      triangles = BlockTriangles.count(graph).persist(StorageLevel.MEMORY_AND_DISK());
      columns.put(Encoding.CLUSTERING, clustering(graph, triangles));
    }
    boolean converged = config.stop() == Stop.CONVERGED;
    BlockEigenvector.Pair leading = null;
    if (wanted.contains(Encoding.KATZ) || converged && wanted.contains(Encoding.EIGENVECTOR)) {
      Rooms.enter(spark, "encode", "leading eigenvector");
      leading = BlockEigenvector.of(graph, config);
    }
    if (wanted.contains(Encoding.EIGENVECTOR)) {
      Rooms.enter(spark, "encode", "eigenvector");
      BlockEigenvector.Pair found =
          converged ? leading : BlockEigenvector.networkX(graph, config.maxIterations());
      columns.put(Encoding.EIGENVECTOR, found.vector());
      convergences.put(Encoding.EIGENVECTOR, found.convergence());
    }
    if (wanted.contains(Encoding.PAGERANK)) {
      Rooms.enter(spark, "encode", "PageRank");
      BlockPageRank.Values found = BlockPageRank.of(graph, config);
      columns.put(Encoding.PAGERANK, found.values());
      convergences.put(Encoding.PAGERANK, found.convergence());
    }
    if (wanted.contains(Encoding.KATZ)) {
      Rooms.enter(spark, "encode", "Katz");
      BlockPageRank.Values found = BlockKatz.of(graph, leading, config);
      columns.put(Encoding.KATZ, found.values());
      convergences.put(Encoding.KATZ, found.convergence());
    }
    convergences.forEach((encoding, end) -> logUnlessConverged(encoding, end, config));
    JavaRDD<double[][]> values = graph.blocks().map(_ -> new double[Encoding.values().length][]);
    for (var column : columns.entrySet()) {
      values = with(values, column.getKey(), column.getValue());
    }
    values = values.persist(StorageLevel.MEMORY_AND_DISK());
    Rooms.enter(spark, "encode", "combining");
    JavaRDD<EncodedBlock> encoded =
        values
            .zipPartitions(
                triangles,
                (v, t) -> Single.of(new EncodedBlock(v.next(), counted ? t.next() : null, null)))
            .zipPartitions(
                BlockCombination.of(values, config),
                (e, r) -> {
                  EncodedBlock known = e.next();
                  return Single.of(new EncodedBlock(known.values(), known.triangles(), r.next()));
                })
            .persist(StorageLevel.MEMORY_AND_DISK());
    encoded.count();
    values.unpersist(false);
    Rooms.leave(spark);
    return new Encoded(encoded, convergences);
  }

  private static void logUnlessConverged(
      Encoding encoding, Convergence end, EncodingConfig config) {
    if (!end.converged()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s stopped after %d iterations with a residual of %.1e, above %.1e"
              .formatted(encoding, end.iterations(), end.residual(), config.tolerance()));
    }
  }

  /// `2 · triangles / (d · (d − 1))`; a directed graph counts ordered pairs already.
  private static JavaRDD<double[]> clustering(BlockGraph graph, JavaRDD<long[]> triangles) {
    double perTriangle = graph.symmetric() ? 2 : 1;
    return graph
        .blocks()
        .zipPartitions(
            triangles,
            (blocks, counts) -> {
              GraphBlock block = blocks.next();
              long[] found = counts.next();
              double[] values = new double[block.rows()];
              for (int row = 0; row < values.length; row++) {
                double degree = block.degree(row);
                values[row] = degree < 2 ? 0 : perTriangle * found[row] / (degree * (degree - 1));
              }
              return Single.of(values);
            });
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
