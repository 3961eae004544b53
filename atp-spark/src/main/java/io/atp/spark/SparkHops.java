package io.atp.spark;

import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.learn.predict.HopPredictor;
import io.atp.learn.predict.SavedModel;
import io.atp.spark.learn.SparkPredictor;
import io.atp.spark.room.BlockPropagation;
import io.atp.spark.room.HopBlock;
import io.atp.spark.room.OperatorFactors;
import io.atp.spark.table.NodeBlock;
import io.atp.spark.table.OutputTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/// What propagation gives: hops 0 … K of every node, or the one matrix they were combined into.
public final class SparkHops {
  private final SparkGraph graph;
  private final JavaRDD<NodeBlock> nodes;
  private final JavaRDD<HopBlock> hops;
  private final PropagationConfig config;

  private SparkHops(
      SparkGraph graph,
      JavaRDD<NodeBlock> nodes,
      JavaRDD<HopBlock> hops,
      PropagationConfig config) {
    this.graph = graph;
    this.nodes = nodes;
    this.hops = hops;
    this.config = config;
  }

  static SparkHops run(
      SparkGraph graph,
      JavaRDD<NodeBlock> nodes,
      JavaRDD<OperatorFactors> factors,
      PropagationConfig config,
      Trail trail) {
    int width = graph.facts().featureWidth();
    String kept =
        config.combiner() instanceof HopCombiner.Weighted(double[] weights)
            ? Arrays.toString(weights)
            : config.combiner().toString();
    Trail next =
        trail.next(
            "propagate",
            "%d %s %s %s"
                .formatted(config.hopCount(), kept, config.lazyShare(), config.restartShare()));
    JavaRDD<HopBlock> hops =
        CheckpointedRooms.propagate(
            next,
            () ->
                BlockPropagation.gathered(
                    nodes,
                    factors,
                    config,
                    BlockPropagation.run(
                        graph.blocks(),
                        nodes,
                        factors,
                        config,
                        width,
                        graph.config().partitionBytes()),
                    width));
    return new SparkHops(graph, nodes, hops, config);
  }

  /// Id, and a column of float arrays for each hop: `hop_0` … `hop_K`, or `features` where hops
  /// were combined.
  public Dataset<Row> table() {
    NodeFacts facts = graph.facts();
    StructType schema = OutputTable.keyed(facts.id(), facts.wholeIds());
    for (String name : names()) {
      schema = schema.add(name, OutputTable.FLOATS, false);
    }
    JavaRDD<InternalRow> rows = nodes.zipPartitions(hops, (n, h) -> rows(n.next(), h.next()));
    return OutputTable.of(facts.spark(), rows, schema, facts.idType());
  }

  /// Asks a model about every node. Its hops must be these.
  public SparkPredictions predict(SavedModel model) {
    PropagationConfig wanted = HopPredictor.propagation(model);
    Require.that(
        wanted.outputCount() == config.outputCount() && wanted.hopCount() == config.hopCount(),
        "the model wants %d matrices of %d hops, these are %d of %d",
        wanted.outputCount(),
        wanted.hopCount(),
        config.outputCount(),
        config.hopCount());
    NodeFacts facts = graph.facts();
    List<String> names = facts.classes().names();
    if (names.size() != model.outputs()) {
      names = IntStream.range(0, model.outputs()).mapToObj(Integer::toString).toList();
    }
    return new SparkPredictions(
        facts, new ArrayList<>(names), nodes, SparkPredictor.predict(model, nodes, hops));
  }

  /// What a hop has to ship: distinct pairs of a partition and a remote node, times the bytes of a
  /// row. [ShuffleMeter] tells what was shipped.
  public long neededBytesPerHop() {
    return graph.blocks().ghostCount() * graph.facts().featureWidth() * Float.BYTES;
  }

  /// The graph they were propagated on, masked or not.
  public SparkGraph graph() {
    return graph;
  }

  JavaRDD<NodeBlock> nodes() {
    return nodes;
  }

  private List<String> names() {
    if (!(config.combiner() instanceof HopCombiner.All)) {
      return List.of("features");
    }
    List<String> names = new ArrayList<>();
    for (int hop = 0; hop <= config.hopCount(); hop++) {
      names.add("hop_" + hop);
    }
    return names;
  }

  private static Iterator<InternalRow> rows(NodeBlock nodes, HopBlock hops) {
    return IntStream.range(0, nodes.rows())
        .mapToObj(
            row -> {
              Object[] cells = new Object[hops.matrices().length + 1];
              cells[0] = nodes.id(row);
              for (int i = 0; i < hops.matrices().length; i++) {
                cells[i + 1] = hops.row(i, row);
              }
              return OutputTable.row(cells);
            })
        .iterator();
  }

  JavaRDD<HopBlock> blocks() {
    return hops;
  }
}
