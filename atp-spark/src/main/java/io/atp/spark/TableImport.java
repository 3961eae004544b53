package io.atp.spark;

import io.atp.core.graph.BuildAccount;
import io.atp.core.runtime.Require;
import io.atp.spark.block.BlockBuilder;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import io.atp.spark.block.NodeRanges;
import io.atp.spark.block.Single;
import io.atp.spark.checkpoint.CheckpointStore;
import io.atp.spark.checkpoint.Fingerprint;
import io.atp.spark.room.Rooms;
import io.atp.spark.table.ClassNames;
import io.atp.spark.table.InputTables;
import io.atp.spark.table.NodeBlock;
import io.atp.spark.table.NodeBlocks;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.storage.StorageLevel;

/// Two tables → [SparkGraph], or what an earlier run left of it.
final class TableImport {
  private static final int BUCKETS = 1 << 14;
  private static final long PARTITION_TARGET = 256L << 20;

  private TableImport() {}

  static SparkGraph read(Dataset<Row> edgeTable, Dataset<Row> nodeTable, SparkConfig config) {
    JavaSparkContext spark =
        JavaSparkContext.fromSparkContext(nodeTable.sparkSession().sparkContext());
    Trail trail = trail(edgeTable, nodeTable, config, spark);
    Optional<SparkGraph> kept = found(nodeTable, config, trail);
    if (kept.isPresent()) {
      return kept.get();
    }
    Rooms.enter(spark, "import", "looking over the tables");
    InputTables tables = InputTables.of(edgeTable, nodeTable, config.columns());
    Rooms.enter(spark, "import", "numbering edges");
    JavaRDD<long[]> arcs = tables.arcs().persist(StorageLevel.MEMORY_AND_DISK());
    int nodeCount = tables.nodeCount();
    long[] work =
        arcs.mapPartitions(batches -> count(batches, nodeCount)).treeReduce(TableImport::sum);
    NodeRanges ranges =
        NodeRanges.balanced(nodeCount, work, partitions(config, spark, work, nodeCount));
    Rooms.enter(spark, "import", "building rows");
    BlockBuilder.Built built = BlockBuilder.build(arcs, ranges, true);
    Rooms.enter(spark, "import", "gathering features");
    JavaRDD<NodeBlock> nodes =
        NodeBlocks.of(tables, ranges).persist(StorageLevel.MEMORY_AND_DISK());
    int width = width(nodes, tables.hasFeatures());
    arcs.unpersist(false);
    tables.release();
    Rooms.leave(spark);
    NodeFacts facts =
        new NodeFacts(
            nodeTable.sparkSession(),
            config.columns().id(),
            tables.idType(),
            tables.wholeIds(),
            tables.classes(),
            width,
            tables.hasSplit());
    return kept(
        new SparkGraph(
            facts, config, built.graph(), nodes, built.account(), Optional.empty(), trail));
  }

  private static Trail trail(
      Dataset<Row> edges, Dataset<Row> nodes, SparkConfig config, JavaSparkContext spark) {
    if (config.checkpoints().isEmpty()) {
      return new Trail(Optional.empty(), "");
    }
    String folder = config.checkpoints().get();
    if (!spark.getCheckpointDir().isPresent()) {
      spark.setCheckpointDir(folder + "/iterations");
    }
    String fingerprint =
        Fingerprint.of(
            Fingerprint.of(edges, spark.hadoopConfiguration()),
            Fingerprint.of(nodes, spark.hadoopConfiguration()),
            config.columns().toString(),
            Integer.toString(config.partitions()));
    return new Trail(Optional.of(new CheckpointStore(spark, folder)), fingerprint);
  }

  private static SparkGraph kept(SparkGraph graph) {
    Trail trail = graph.trail();
    if (trail.store().isEmpty()) {
      return graph;
    }
    NodeFacts facts = graph.facts();
    BuildAccount account = graph.account();
    Map<String, Object> known = new LinkedHashMap<>();
    known.put("bounds", graph.blocks().ranges().bounds());
    known.put("arcs", graph.arcCount());
    known.put(
        "account",
        new long[] {
          account.arcsRead(),
          account.selfLoopsRemoved(),
          account.duplicatesRemoved(),
          account.reversesAdded()
        });
    known.put("idType", facts.idType().json());
    known.put("wholeIds", facts.wholeIds());
    known.put("classes", facts.classes().names());
    known.put("wholeClasses", facts.classes().whole());
    known.put("featureWidth", facts.featureWidth());
    known.put("hasSplit", facts.hasSplit());
    CheckpointStore store = trail.store().get();
    // The nodes first: the graph's manifest is the one that is looked for.
    var nodes = store.keep("nodes", trail.fingerprint(), graph.nodes(), Map.of(), NodeBlock::read);
    var blocks =
        store.keep("graph", trail.fingerprint(), graph.blocks().blocks(), known, GraphBlock::read);
    graph.nodes().unpersist(false);
    graph.blocks().blocks().unpersist(false);
    return restored(facts, graph.config(), blocks, nodes.data(), trail);
  }

  private static Optional<SparkGraph> found(
      Dataset<Row> nodeTable, SparkConfig config, Trail trail) {
    if (trail.store().isEmpty()) {
      return Optional.empty();
    }
    CheckpointStore store = trail.store().get();
    var blocks = store.find("graph", trail.fingerprint(), GraphBlock::read);
    var nodes = store.find("nodes", trail.fingerprint(), NodeBlock::read);
    if (blocks.isEmpty() || nodes.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> known = blocks.get().facts();
    List<String> names = ((List<?>) known.get("classes")).stream().map(String.class::cast).toList();
    NodeFacts facts =
        new NodeFacts(
            nodeTable.sparkSession(),
            config.columns().id(),
            DataType.fromJson((String) known.get("idType")),
            (Boolean) known.get("wholeIds"),
            new ClassNames(names, (Boolean) known.get("wholeClasses")),
            ((Number) known.get("featureWidth")).intValue(),
            (Boolean) known.get("hasSplit"));
    return Optional.of(restored(facts, config, blocks.get(), nodes.get().data(), trail));
  }

  private static SparkGraph restored(
      NodeFacts facts,
      SparkConfig config,
      CheckpointStore.Kept<GraphBlock> blocks,
      JavaRDD<NodeBlock> nodes,
      Trail trail) {
    Map<String, Object> known = blocks.facts();
    long[] bounds = Trail.longs(known.get("bounds"));
    long[] counts = Trail.longs(known.get("account"));
    NodeRanges ranges = new NodeRanges(Arrays.stream(bounds).mapToInt(Math::toIntExact).toArray());
    return new SparkGraph(
        facts,
        config,
        new BlockGraph(ranges, blocks.data(), true, ((Number) known.get("arcs")).longValue()),
        nodes,
        new BuildAccount(counts[0], counts[1], counts[2], counts[3]),
        Optional.empty(),
        trail);
  }

  private static Iterator<long[]> count(Iterator<long[]> batches, int nodeCount) {
    long[] work = new long[BUCKETS];
    while (batches.hasNext()) {
      for (long arc : batches.next()) {
        work[NodeRanges.bucketOf(nodeCount, BUCKETS, (int) (arc >>> 32))]++;
        work[NodeRanges.bucketOf(nodeCount, BUCKETS, (int) arc)]++;
      }
    }
    return Single.of(work);
  }

  private static long[] sum(long[] a, long[] b) {
    long[] sum = new long[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  private static int partitions(
      SparkConfig config, JavaSparkContext spark, long[] work, int nodeCount) {
    if (config.partitions() > 0) {
      return config.partitions();
    }
    long bytes = (Arrays.stream(work).sum() + nodeCount) * 16;
    return (int) Math.max(spark.defaultParallelism(), bytes / PARTITION_TARGET + 1);
  }

  private static int width(JavaRDD<NodeBlock> nodes, boolean hasFeatures) {
    int[] widths =
        nodes
            .filter(block -> block.rows() > 0)
            .map(block -> new int[] {block.width(), block.width()})
            .reduce((a, b) -> new int[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
    Require.that(
        widths[0] == widths[1], "some nodes have %d features and others %d", widths[0], widths[1]);
    Require.that(!hasFeatures || widths[0] > 0, "the arrays of features are empty");
    return widths[0];
  }
}
