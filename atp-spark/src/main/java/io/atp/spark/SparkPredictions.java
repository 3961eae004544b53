package io.atp.spark;

import io.atp.spark.learn.JudgedBlock;
import io.atp.spark.learn.SparkPredictor;
import io.atp.spark.table.NodeBlock;
import io.atp.spark.table.OutputTable;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// What a model says of every node.
public final class SparkPredictions {
  private final NodeFacts facts;
  private final List<String> classNames;
  private final JavaRDD<NodeBlock> nodes;
  private final JavaRDD<JudgedBlock> judged;

  SparkPredictions(
      NodeFacts facts,
      List<String> classNames,
      JavaRDD<NodeBlock> nodes,
      JavaRDD<JudgedBlock> judged) {
    this.facts = facts;
    this.classNames = classNames;
    this.nodes = nodes;
    this.judged = judged;
  }

  /// Id, `label` by the name of its class, `probability` of it, and the `probabilities` of all
  /// classes.
  public Dataset<Row> table() {
    StructType schema =
        OutputTable.keyed(facts.id(), facts.wholeIds())
            .add("label", DataTypes.StringType, false)
            .add("probability", DataTypes.FloatType, false)
            .add("probabilities", OutputTable.FLOATS, false);
    List<String> names = classNames;
    JavaRDD<InternalRow> rows =
        nodes.zipPartitions(judged, (n, j) -> rows(n.next(), j.next(), names));
    return OutputTable.of(facts.spark(), rows, schema, facts.idType());
  }

  private static Iterator<InternalRow> rows(
      NodeBlock nodes, JudgedBlock judged, List<String> names) {
    return IntStream.range(0, nodes.rows())
        .mapToObj(
            row -> {
              int label = judged.labels()[row];
              float[] all = judged.probabilities()[row];
              return OutputTable.row(nodes.id(row), names.get(label), all[label], all);
            })
        .iterator();
  }

  /// On the nodes that the split keeps for testing.
  public SparkPredictor.Score test() {
    return SparkPredictor.score(nodes, judged, NodeBlock.TEST);
  }
}
