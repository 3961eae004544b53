package io.atp.spark;

import io.atp.core.correct.CorrectionAccount;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.feature.FittedScaling;
import io.atp.core.graph.BuildAccount;
import io.atp.core.runtime.Require;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.predict.HopPredictor;
import io.atp.learn.predict.SavedModel;
import io.atp.spark.block.BlockBuilder;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.NodeRanges;
import io.atp.spark.block.Single;
import io.atp.spark.learn.LearnConfig;
import io.atp.spark.learn.SparkScaling;
import io.atp.spark.room.BlockCorrection;
import io.atp.spark.room.BlockEncoding;
import io.atp.spark.room.EncodedBlock;
import io.atp.spark.room.Rooms;
import io.atp.spark.table.EdgeTable;
import io.atp.spark.table.InputTables;
import io.atp.spark.table.NodeBlock;
import io.atp.spark.table.NodeBlocks;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/// A graph on the cluster, as read or as corrected.
public final class SparkGraph {
  private static final int BUCKETS = 1 << 14;
  private static final long PARTITION_TARGET = 256L << 20;

  private final NodeFacts facts;
  private final SparkConfig config;
  private final BlockGraph graph;
  private final JavaRDD<NodeBlock> nodes;
  private final BuildAccount account;
  private final Optional<CorrectionAccount> correction;

  private SparkGraph(
      NodeFacts facts,
      SparkConfig config,
      BlockGraph graph,
      JavaRDD<NodeBlock> nodes,
      BuildAccount account,
      Optional<CorrectionAccount> correction) {
    this.facts = facts;
    this.config = config;
    this.graph = graph;
    this.nodes = nodes;
    this.account = account;
    this.correction = correction;
  }

  static SparkGraph read(Dataset<Row> edgeTable, Dataset<Row> nodeTable, SparkConfig config) {
    JavaSparkContext spark =
        JavaSparkContext.fromSparkContext(nodeTable.sparkSession().sparkContext());
    Rooms.enter(spark, "import", "looking over the tables");
    InputTables tables = InputTables.of(edgeTable, nodeTable, config.columns());
    Rooms.enter(spark, "import", "numbering edges");
    JavaRDD<long[]> arcs = tables.arcs().persist(StorageLevel.MEMORY_AND_DISK());
    int nodeCount = tables.nodeCount();
    long[] work =
        arcs.mapPartitions(batches -> count(batches, nodeCount)).treeReduce(SparkGraph::sum);
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
    return new SparkGraph(facts, config, built.graph(), nodes, built.account(), Optional.empty());
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

  /// Masks edges of high-bias nodes: the very edges that one machine masks.
  public SparkGraph correct(CorrectionConfig correctionConfig) {
    BlockCorrection.Corrected corrected = BlockCorrection.apply(graph, correctionConfig);
    return new SparkGraph(
        facts, config, corrected.graph(), nodes, account, Optional.of(corrected.account()));
  }

  /// r̃ from each node's context.
  public SparkEncodings encode(EncodingConfig encoding) {
    BlockEncoding.Encoded encoded = BlockEncoding.apply(graph, encoding);
    return new SparkEncodings(this, encoded.blocks(), encoded.convergences());
  }

  /// The operator of a plan: masked or not, with one r for all or r̃ node by node.
  public SparkEncodings operator(OperatorPlan plan) {
    SparkGraph topology = plan.correction().map(this::correct).orElse(this);
    return switch (plan.kernel()) {
      case OperatorPlan.Kernel.Constant(double r) -> topology.constant(r);
      case OperatorPlan.Kernel.NodeWise(EncodingConfig encoding) -> topology.encode(encoding);
    };
  }

  /// Trains a model on what the plan's operator makes of the features.
  public SparkLearning train(LearnConfig learning) {
    return SparkLearning.train(this, learning);
  }

  /// Asks a model that was trained before, here or on one machine, about every node: masks,
  /// coefficients and hops are computed anew by its plan.
  public SparkPredictions predict(SavedModel model) {
    Require.that(
        facts.featureWidth() == model.featureWidth(),
        "the node table has %d features, the model was trained on %d",
        facts.featureWidth(),
        model.featureWidth());
    return scaled(model.scaling())
        .operator(model.plan())
        .propagate(HopPredictor.propagation(model))
        .predict(model);
  }

  SparkGraph scaled(FittedScaling scaling) {
    return withNodes(SparkScaling.apply(nodes, scaling));
  }

  SparkGraph withNodes(JavaRDD<NodeBlock> other) {
    return new SparkGraph(facts, config, graph, other, account, correction);
  }

  /// One r for all nodes: the classic operators.
  public SparkEncodings constant(double r) {
    Require.share("r", r);
    JavaRDD<EncodedBlock> blocks =
        graph
            .blocks()
            .map(
                block -> {
                  double[] coefficients = new double[block.rows()];
                  Arrays.fill(coefficients, r);
                  return new EncodedBlock(new double[0][], null, coefficients);
                });
    return new SparkEncodings(this, blocks, Map.of());
  }

  /// The edges as they are now, by the user's ids: one row an edge, the lower number first, and one
  /// an arc where masking by rows has made the graph directed.
  public Dataset<Row> edges() {
    return EdgeTable.of(
        facts.spark(),
        graph,
        nodes,
        config.columns().src(),
        config.columns().dst(),
        facts.wholeIds(),
        facts.idType());
  }

  public int nodeCount() {
    return graph.nodeCount();
  }

  public long arcCount() {
    return graph.arcCount();
  }

  public int partitions() {
    return graph.ranges().count();
  }

  /// What became of the rows of the edge table.
  public BuildAccount account() {
    return account;
  }

  /// What masking did, where it was asked for.
  public Optional<CorrectionAccount> correction() {
    return correction;
  }

  NodeFacts facts() {
    return facts;
  }

  SparkConfig config() {
    return config;
  }

  BlockGraph blocks() {
    return graph;
  }

  JavaRDD<NodeBlock> nodes() {
    return nodes;
  }
}
