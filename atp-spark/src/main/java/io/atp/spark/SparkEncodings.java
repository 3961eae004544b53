package io.atp.spark;

import io.atp.core.encode.Encoding;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.core.spectral.Convergence;
import io.atp.spark.block.GraphBlock;
import io.atp.spark.block.Single;
import io.atp.spark.room.BlockPropagation;
import io.atp.spark.room.EncodedBlock;
import io.atp.spark.room.OperatorFactors;
import io.atp.spark.table.NodeBlock;
import io.atp.spark.table.OutputTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// r̃ of every node, and what it was made of.
public final class SparkEncodings {
  private final SparkGraph graph;
  private final JavaRDD<EncodedBlock> encoded;
  private final Map<Encoding, Convergence> convergences;
  private final Trail trail;

  SparkEncodings(
      SparkGraph graph,
      JavaRDD<EncodedBlock> encoded,
      Map<Encoding, Convergence> convergences,
      Trail trail) {
    this.graph = graph;
    this.encoded = encoded;
    this.convergences = Map.copyOf(convergences);
    this.trail = trail;
  }

  /// How the iterations ended.
  public Map<Encoding, Convergence> convergences() {
    return convergences;
  }

  public SparkGraph graph() {
    return graph;
  }

  /// Id, degree, each encoding that was computed, triangles where they were counted, and `r`; with
  /// the factors of the operator, `left` = d̂^(r−1) and `right` = d̂^(−r).
  public Dataset<Row> table() {
    NodeFacts facts = graph.facts();
    StructType schema =
        OutputTable.keyed(facts.id(), facts.wholeIds()).add("degree", DataTypes.IntegerType, false);
    List<Integer> present = new ArrayList<>();
    double[][] first = encoded.first().values();
    for (int place = 0; place < first.length; place++) {
      if (first[place] != null) {
        present.add(place);
        String name = Encoding.values()[place].name().toLowerCase(Locale.ROOT);
        String column = name.equals("degree") ? "degree_centrality" : name;
        schema = schema.add(column, DataTypes.DoubleType, false);
      }
    }
    boolean triangles = encoded.first().triangles() != null;
    if (triangles) {
      schema = schema.add("triangles", DataTypes.LongType, false);
    }
    schema =
        schema
            .add("r", DataTypes.DoubleType, false)
            .add("left", DataTypes.DoubleType, false)
            .add("right", DataTypes.DoubleType, false);
    JavaRDD<InternalRow> rows =
        graph
            .nodes()
            .zipPartitions(
                graph.blocks().blocks(), (n, b) -> Single.of(new Named(n.next(), b.next())))
            .zipPartitions(encoded, (n, e) -> rows(n.next(), e.next(), present));
    return OutputTable.of(facts.spark(), rows, schema, facts.idType());
  }

  private record Named(NodeBlock nodes, GraphBlock block) {}

  private static Iterator<InternalRow> rows(
      Named named, EncodedBlock encoded, List<Integer> present) {
    OperatorFactors factors = OperatorFactors.of(named.block(), encoded.coefficients());
    return IntStream.range(0, named.nodes().rows())
        .mapToObj(
            row -> {
              List<Object> cells = new ArrayList<>();
              cells.add(named.nodes().id(row));
              cells.add(named.block().degree(row));
              present.forEach(place -> cells.add(encoded.values()[place][row]));
              if (encoded.triangles() != null) {
                cells.add(encoded.triangles()[row]);
              }
              cells.add(encoded.coefficients()[row]);
              cells.add(factors.left()[row]);
              cells.add(factors.right()[row]);
              return OutputTable.row(cells.toArray());
            })
        .iterator();
  }

  /// X, P̃X, …, P̃ᴷX.
  public SparkHops propagate(int hopCount) {
    return propagate(PropagationConfig.of(hopCount, new HopCombiner.All()));
  }

  public SparkHops propagate(PropagationConfig config) {
    Require.that(graph.facts().featureWidth() > 0, "the node table has no features to propagate");
    JavaRDD<OperatorFactors> factors =
        BlockPropagation.factors(graph.blocks(), encoded.map(EncodedBlock::coefficients));
    return SparkHops.run(graph, graph.nodes(), factors, config, trail);
  }
}
