package io.atp.spark.table;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_distinct;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.when;

import io.atp.core.runtime.Require;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/// The user's ids as numbers 0 … n−1: whole numbers by value, anything else by the bytes of its
/// UTF-8 text. That is the order `atp import` uses, so one machine and a cluster number alike.
///
/// @param count n
/// @param whole whether ids are compared as 64-bit numbers, else as texts
/// @param table key and number of every node; absent where an id is its own number
record NodeNumbers(int count, boolean whole, Optional<Dataset<Row>> table) {
  static final String KEY = "atp_key";
  static final String NUMBER = "atp_number";
  private static final int MOST_NODES = Integer.MAX_VALUE - 8;

  /// @throws IllegalArgumentException if an id is missing or stands twice
  static NodeNumbers of(Dataset<Row> nodes, String id, boolean whole) {
    Column key = key(id, whole);
    Column value = value(key, whole);
    Row found =
        nodes
            .agg(
                functions.count(lit(1)),
                functions.count(key),
                count_distinct(key),
                count_if(isNumber(key, whole)),
                min(value),
                max(value))
            .first();
    long rows = found.getLong(0);
    Require.that(rows > 0, "the node table has no rows");
    Require.that(
        found.getLong(1) == rows,
        "%d of %d rows of the node table have no id: column '%s' is null there",
        rows - found.getLong(1),
        rows,
        id);
    if (found.getLong(2) < rows) {
      Row twice = nodes.groupBy(key.as(KEY)).count().filter("count > 1").orderBy(KEY).first();
      throw new IllegalArgumentException(
          "the node table lists id '%s' %d times; %d rows hold %d ids"
              .formatted(twice.get(0), twice.getLong(1), rows, found.getLong(2)));
    }
    Require.that(rows <= MOST_NODES, "%d nodes are more than the %d possible", rows, MOST_NODES);
    boolean numbers = found.getLong(3) == rows;
    boolean ownNumbers = numbers && found.getLong(4) == 0 && found.getLong(5) == rows - 1;
    return new NodeNumbers(
        (int) rows,
        whole,
        ownNumbers ? Optional.empty() : Optional.of(numbered(nodes, key, numbers, whole)));
  }

  static Column key(String name, boolean whole) {
    return col("`" + name + "`").cast(whole ? "bigint" : "string");
  }

  private static Column value(Column key, boolean whole) {
    return whole ? key : key.try_cast("bigint");
  }

  /// Not `007`, not `+1`: written as a number is.
  private static Column isNumber(Column key, boolean whole) {
    return whole ? lit(true) : key.try_cast("bigint").cast("string").equalTo(key);
  }

  private static Dataset<Row> numbered(
      Dataset<Row> nodes, Column key, boolean numbers, boolean whole) {
    Dataset<Row> sorted =
        nodes.select(key.as(KEY)).orderBy(numbers ? col(KEY).cast("bigint") : col(KEY));
    JavaRDD<Row> rows =
        sorted
            .toJavaRDD()
            .zipWithIndex()
            .map(pair -> RowFactory.create(pair._1().get(0), (int) (long) pair._2()));
    DataType type = whole ? DataTypes.LongType : DataTypes.StringType;
    StructType schema =
        new StructType().add(KEY, type, false).add(NUMBER, DataTypes.IntegerType, false);
    return nodes
        .sparkSession()
        .createDataFrame(rows, schema)
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  /// The table with a column more: the number of the node in the named column, null where there is
  /// no such node.
  Dataset<Row> join(Dataset<Row> rows, String name, String as) {
    Column key = key(name, whole);
    if (table.isEmpty()) {
      Column value = value(key, whole);
      Column known = value.geq(0).and(value.lt(count)).and(isNumber(key, whole));
      return rows.withColumn(as, when(known, value.cast("int")));
    }
    Dataset<Row> renamed = table.get().select(col(KEY).as(as + "_key"), col(NUMBER).as(as));
    return rows.join(renamed, key.equalTo(col(as + "_key")), "left").drop(as + "_key");
  }

  void release() {
    table.ifPresent(Dataset::unpersist);
  }
}
