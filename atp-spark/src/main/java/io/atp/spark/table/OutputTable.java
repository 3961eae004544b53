package io.atp.spark.table;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/// Rows made on the partitions → a table. Rows are Spark's own, so that an array of floats is
/// copied once and never boxed.
public final class OutputTable {
  public static final ArrayType FLOATS = new ArrayType(DataTypes.FloatType, false);

  private OutputTable() {}

  /// A schema that begins with the id.
  public static StructType keyed(String id, boolean whole) {
    return new StructType().add(id, whole ? DataTypes.LongType : DataTypes.StringType, false);
  }

  public static InternalRow row(Object... values) {
    Object[] own = new Object[values.length];
    for (int i = 0; i < own.length; i++) {
      own[i] =
          switch (values[i]) {
            case String text -> UTF8String.fromString(text);
            case float[] floats -> UnsafeArrayData.fromPrimitiveArray(floats);
            case null, default -> values[i];
          };
    }
    return new GenericInternalRow(own);
  }

  /// The table, its id back in the type it came with.
  public static Dataset<Row> of(
      SparkSession spark, JavaRDD<InternalRow> rows, StructType schema, DataType idType) {
    Dataset<Row> table =
        ((org.apache.spark.sql.classic.SparkSession) spark)
            .internalCreateDataFrame(rows.rdd(), schema, false);
    String id = schema.fieldNames()[0];
    return schema.apply(id).dataType().equals(idType)
        ? table
        : table.withColumn(id, table.col(id).cast(idType));
  }
}
