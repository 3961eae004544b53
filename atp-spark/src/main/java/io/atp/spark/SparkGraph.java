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
import io.atp.spark.block.BlockGraph;
import io.atp.spark.learn.LearnConfig;
import io.atp.spark.learn.SparkScaling;
import io.atp.spark.room.BlockCorrection;
import io.atp.spark.room.BlockEncoding;
import io.atp.spark.room.EncodedBlock;
import io.atp.spark.table.EdgeTable;
import io.atp.spark.table.NodeBlock;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// A graph on the cluster, as read or as corrected.
public final class SparkGraph {
  private final NodeFacts facts;
  private final SparkConfig config;
  private final BlockGraph graph;
  private final JavaRDD<NodeBlock> nodes;
  private final BuildAccount account;
  private final Optional<CorrectionAccount> correction;
  private final Trail trail;

  SparkGraph(
      NodeFacts facts,
      SparkConfig config,
      BlockGraph graph,
      JavaRDD<NodeBlock> nodes,
      BuildAccount account,
      Optional<CorrectionAccount> correction,
      Trail trail) {
    this.facts = facts;
    this.config = config;
    this.graph = graph;
    this.nodes = nodes;
    this.account = account;
    this.correction = correction;
    this.trail = trail;
  }

  /// Masks edges of high-bias nodes: the very edges that one machine masks.
  public SparkGraph correct(CorrectionConfig correctionConfig) {
    BlockCorrection.requireSupported(correctionConfig);
    Trail next = trail.next("correct", correctionConfig.toString());
    BlockCorrection.Corrected corrected = CheckpointedRooms.correct(graph, correctionConfig, next);
    return new SparkGraph(
        facts, config, corrected.graph(), nodes, account, Optional.of(corrected.account()), next);
  }

  /// r̃ from each node's context.
  public SparkEncodings encode(EncodingConfig encoding) {
    BlockEncoding.requireSupported(encoding);
    Trail next = trail.next("encode", encoding.toString());
    BlockEncoding.Encoded encoded = CheckpointedRooms.encode(graph, encoding, next);
    return new SparkEncodings(this, encoded.blocks(), encoded.convergences(), next);
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
    String text =
        scaling.scaling() + Arrays.toString(scaling.mean()) + Arrays.toString(scaling.inverse());
    return withNodes(SparkScaling.apply(nodes, scaling), text);
  }

  /// @param change what the other nodes are, for checkpoints
  SparkGraph withNodes(JavaRDD<NodeBlock> other, String change) {
    return new SparkGraph(
        facts, config, graph, other, account, correction, trail.next("nodes", change));
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
    return new SparkEncodings(this, blocks, Map.of(), trail.next("constant", Double.toString(r)));
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

  Trail trail() {
    return trail;
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
