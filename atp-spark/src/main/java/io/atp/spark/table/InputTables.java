package io.atp.spark.table;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.atp.core.runtime.Require;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// The two tables of the user's, looked over and numbered.
///
/// @param numbers of the nodes
/// @param arcs packed `source << 32 | target`, thousands to an array
/// @param nodes number, key, features, label and split of every node, by those names
/// @param idType of the id column
/// @param classes that labels may have
/// @param hasFeatures whether there are any
/// @param hasSplit whether the node table says which nodes are for what
public record InputTables(
    NodeNumbers numbers,
    JavaRDD<long[]> arcs,
    Dataset<Row> nodes,
    DataType idType,
    ClassNames classes,
    boolean hasFeatures,
    boolean hasSplit) {
  static final int NUMBER = 0;
  static final int KEY = 1;
  static final int FEATURES = 2;
  static final int LABEL = 3;
  static final int SPLIT = 4;

  private static final int BATCH = 1 << 13;
  private static final List<DataType> WHOLE =
      List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

  /// @throws IllegalArgumentException in one sentence, where the tables do not make a graph
  public static InputTables of(Dataset<Row> edges, Dataset<Row> nodes, TableColumns wanted) {
    TableColumns columns = wanted.resolved(edges.schema(), nodes.schema());
    boolean whole =
        isWhole(edges.schema(), columns.src())
            && isWhole(edges.schema(), columns.dst())
            && isWhole(nodes.schema(), columns.id());
    refuseMissingEnds(edges, columns);
    NodeNumbers numbers = NodeNumbers.of(nodes, columns.id(), whole);
    ClassNames classes =
        columns.label().isPresent()
            ? ClassNames.of(nodes.select(text(columns.label().get())))
            : ClassNames.none();
    return new InputTables(
        numbers,
        arcs(edges, columns, numbers),
        numbered(nodes, columns, numbers),
        nodes.schema().apply(columns.id()).dataType(),
        classes,
        !columns.features().isEmpty(),
        columns.split().isPresent());
  }

  public int nodeCount() {
    return numbers.count();
  }

  public boolean wholeIds() {
    return numbers.whole();
  }

  /// Lets go of what was kept for the numbering.
  public void release() {
    numbers.release();
  }

  private static boolean isWhole(StructType table, String name) {
    return WHOLE.contains(table.apply(name).dataType());
  }

  private static void refuseMissingEnds(Dataset<Row> edges, TableColumns columns) {
    Row found =
        edges
            .agg(
                count(lit(1)),
                count_if(quoted(columns.src()).isNull()),
                count_if(quoted(columns.dst()).isNull()))
            .first();
    Require.that(found.getLong(0) > 0, "the edge table has no rows");
    for (int i = 1; i <= 2; i++) {
      Require.that(
          found.getLong(i) == 0,
          "%d of %d rows of the edge table have no node: column '%s' is null there",
          found.getLong(i),
          found.getLong(0),
          i == 1 ? columns.src() : columns.dst());
    }
  }

  private static JavaRDD<long[]> arcs(
      Dataset<Row> edges, TableColumns columns, NodeNumbers numbers) {
    Dataset<Row> ends = edges.select(quoted(columns.src()).as("s"), quoted(columns.dst()).as("d"));
    Dataset<Row> joined = numbers.join(numbers.join(ends, "s", "sn"), "d", "dn");
    Column unknown =
        when(col("sn").isNull(), col("s").cast("string"))
            .when(col("dn").isNull(), col("d").cast("string"));
    return joined
        .select(coalesce(col("sn"), lit(-1)), coalesce(col("dn"), lit(-1)), unknown)
        .queryExecution()
        .toRdd()
        .toJavaRDD()
        .mapPartitions(InputTables::packed);
  }

  private static Iterator<long[]> packed(Iterator<InternalRow> rows) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public long[] next() {
        long[] batch = new long[BATCH];
        int size = 0;
        while (size < BATCH && rows.hasNext()) {
          InternalRow row = rows.next();
          if (!row.isNullAt(2)) {
            throw new IllegalArgumentException(
                "the edge table names node '%s', which is not in the node table"
                    .formatted(row.getUTF8String(2)));
          }
          batch[size++] = (long) row.getInt(0) << 32 | row.getInt(1);
        }
        return size == BATCH ? batch : Arrays.copyOf(batch, size);
      }
    };
  }

  private static Dataset<Row> numbered(
      Dataset<Row> nodes, TableColumns columns, NodeNumbers numbers) {
    Dataset<Row> chosen =
        nodes.select(
            quoted(columns.id()).as("id"),
            features(nodes.schema(), columns).as("features"),
            columns.label().map(InputTables::text).orElse(lit("")).as("label"),
            columns.split().map(InputTables::text).orElse(lit("")).as("split"));
    return numbers
        .join(chosen, "id", "number")
        .select(
            col("number"),
            NodeNumbers.key("id", numbers.whole()).as("key"),
            col("features"),
            col("label"),
            col("split"));
  }

  private static Column features(StructType nodes, TableColumns columns) {
    List<String> names = columns.features();
    if (names.isEmpty()) {
      return array().cast("array<float>");
    }
    if (nodes.apply(names.getFirst()).dataType() instanceof ArrayType) {
      return quoted(names.getFirst()).cast("array<float>");
    }
    return array(names.stream().map(name -> quoted(name).cast("float")).toArray(Column[]::new));
  }

  private static Column text(String name) {
    return coalesce(quoted(name).cast("string"), lit(""));
  }

  private static Column quoted(String name) {
    return col("`" + name + "`");
  }
}
