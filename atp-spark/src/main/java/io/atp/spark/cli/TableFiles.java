package io.atp.spark.cli;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.to_json;

import io.atp.core.runtime.Require;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.StructField;

/// Tables by path, with Spark's own readers and writers.
final class TableFiles {
  private static final List<String> FORMATS = List.of("parquet", "orc", "csv", "json");

  private TableFiles() {}

  static String known(String option, String format) {
    Require.that(
        FORMATS.contains(format), "%s must be parquet, orc, csv or json, got '%s'", option, format);
    return format;
  }

  /// The format by its name, else by the end of the path; Parquet where that says nothing.
  static Dataset<Row> read(SparkSession spark, String path, Optional<String> format)
      throws IOException {
    try {
      return schema(spark, path, format);
    } catch (Exception e) { // Scala throws checked ones unannounced
      if (e instanceof IOException nameless) {
        throw new IOException("%s cannot be read: %s".formatted(path, nameless.getMessage()), e);
      }
      throw e;
    }
  }

  private static Dataset<Row> schema(SparkSession spark, String path, Optional<String> format) {
    String lower = path.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|bz2|zst)$", "");
    String byName =
        lower.endsWith(".csv") || lower.endsWith(".tsv") || lower.endsWith(".txt")
            ? "csv"
            : lower.endsWith(".json") || lower.endsWith(".jsonl") || lower.endsWith(".ndjson")
                ? "json"
                : lower.endsWith(".orc") ? "orc" : "parquet";
    String chosen = format.map(name -> known("--format", name)).orElse(byName);
    return switch (chosen) {
      case "csv" ->
          spark
              .read()
              .option("header", true)
              .option("inferSchema", true)
              .option("sep", lower.endsWith(".tsv") ? "\t" : ",")
              .csv(path);
      case "json" -> spark.read().json(path);
      case "orc" -> spark.read().orc(path);
      default -> spark.read().parquet(path);
    };
  }

  static void write(Dataset<Row> table, String path, String format) {
    Dataset<Row> shaped = table;
    if (format.equals("csv")) {
      for (StructField field : table.schema().fields()) {
        if (field.dataType() instanceof ArrayType) {
          shaped = shaped.withColumn(field.name(), to_json(col(field.name())));
        }
      }
    }
    var writer = shaped.write().mode("overwrite").format(format);
    (format.equals("csv") ? writer.option("header", true) : writer).save(path);
  }
}
