package io.atp.spark.cli;

import io.atp.core.runtime.Require;
import io.atp.spark.SparkConfig;
import io.atp.spark.table.TableColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Options every command takes.
final class SparkOptions {
  static final String DEBUG = "--debug";

  @Parameters(index = "0", paramLabel = "EDGES", description = "Table of edges.")
  private String edges;

  @Parameters(index = "1", paramLabel = "NODES", description = "Table of nodes.")
  private String nodes;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder to write.")
  private String out;

  @Option(names = "--overwrite", description = "Replace what is in the folder.")
  private boolean overwrite;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "Of the tables read: parquet, orc, csv or json. Default: by their names.")
  private String format;

  @Option(
      names = "--write",
      paramLabel = "NAME",
      defaultValue = "parquet",
      description =
          "Format of the tables written; csv has arrays as texts. Default: ${DEFAULT-VALUE}.")
  private String write;

  @Option(
      names = "--src",
      paramLabel = "COLUMN",
      defaultValue = "src",
      description = "Where an edge begins. Default: ${DEFAULT-VALUE}.")
  private String src;

  @Option(
      names = "--dst",
      paramLabel = "COLUMN",
      defaultValue = "dst",
      description = "Where it ends. Default: ${DEFAULT-VALUE}.")
  private String dst;

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      defaultValue = "id",
      description = "Id of a node. Default: ${DEFAULT-VALUE}.")
  private String id;

  @Option(
      names = "--features",
      paramLabel = "COLUMN,…",
      split = ",",
      description = "One column of arrays or several of numbers. Default: features, or f0, f1 …")
  private List<String> features = new ArrayList<>();

  @Option(names = "--label", paramLabel = "COLUMN", description = "Class of a node.")
  private String label;

  @Option(
      names = "--split",
      paramLabel = "COLUMN",
      description = "Which nodes are for train, validation and test.")
  private String split;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Where to run. Default: what spark-submit says, else local[*].")
  private String master;

  @Option(names = "--conf", paramLabel = "KEY=VALUE", description = "A setting of Spark's.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "0",
      description = "Ranges of nodes; results never depend on it. Default: by size and cores.")
  private int partitions;

  @Option(
      names = "--task-memory",
      paramLabel = "MB",
      defaultValue = "2048",
      description =
          "What a task of propagation may hold; wide features go in column blocks."
              + " Default: ${DEFAULT-VALUE}.")
  private long taskMegabytes;

  @Option(
      names = "--checkpoints",
      paramLabel = "DIR",
      description = "Keep what each room made, and go on from there when run again.")
  private String checkpoints;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of every random choice. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(names = "--json", description = "One JSON object on stdout, all else on stderr.")
  private boolean json;

  @Option(names = "--quiet", description = "No progress and no summary; warnings stay.")
  private boolean quiet;

  @Option(names = DEBUG, description = "Say more, and show where an error came from.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  SparkConfig config() {
    Require.atLeast("--partitions", partitions, 0);
    Require.atLeast("--task-memory", taskMegabytes, 1L);
    TableColumns columns =
        new TableColumns(
            src, dst, id, features, Optional.ofNullable(label), Optional.ofNullable(split));
    return new SparkConfig(
        columns, partitions, Optional.ofNullable(checkpoints), taskMegabytes << 20);
  }

  String edges() {
    return edges;
  }

  String nodes() {
    return nodes;
  }

  String out() {
    return out;
  }

  boolean overwrite() {
    return overwrite;
  }

  Optional<String> format() {
    return Optional.ofNullable(format);
  }

  String write() {
    return TableFiles.known("--write", write);
  }

  Optional<String> master() {
    return Optional.ofNullable(master);
  }

  List<String> settings() {
    return settings;
  }

  long seed() {
    return seed;
  }

  boolean json() {
    return json;
  }

  boolean quiet() {
    return quiet;
  }
}
