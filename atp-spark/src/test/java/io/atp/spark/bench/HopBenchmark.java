package io.atp.spark.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sqrt;
import static org.apache.spark.sql.functions.sum;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.spark.AtpSpark;
import io.atp.spark.ShuffleMeter;
import io.atp.spark.SparkConfig;
import io.atp.spark.SparkEncodings;
import io.atp.spark.SparkHops;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/// K hops of r = ½ on a generated graph, three ways in one run: blocks, the plain join and groupBy
/// of DataFrames, and one machine without Spark. Results are compared outside the clock.
///
/// `HopBenchmark [nodes [arcs [features [hops [partitions]]]]]`
public final class HopBenchmark {
  private final int nodes;
  private final long arcs;
  private final int width;
  private final int hops;
  private final int partitions;

  private HopBenchmark(String[] args) {
    this.nodes = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    this.arcs = args.length > 1 ? Long.parseLong(args[1]) : 20L * nodes;
    this.width = args.length > 2 ? Integer.parseInt(args[2]) : 64;
    this.hops = args.length > 3 ? Integer.parseInt(args[3]) : 3;
    this.partitions = args.length > 4 ? Integer.parseInt(args[4]) : 2;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("atp-hops");
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .appName("hops")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.local.dir", folder.toString())
            .config("spark.sql.shuffle.partitions", "8")
            .getOrCreate();
    spark.sparkContext().setLogLevel("ERROR");
    try (Workspace work = Workspace.open(2)) {
      new HopBenchmark(args).run(spark, folder, work);
    } finally {
      spark.stop();
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(HopBenchmark::delete);
      }
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(SparkSession spark, Path folder, Workspace work) throws Exception {
    CsrGraph graph =
        GraphGenerator.generate(GeneratorConfig.of(nodes, arcs / 2, 0, 10), work).graph();
    System.out.printf(
        "%,d nodes, %,d arcs, f = %d, %d hops, local[2], %d partitions%n",
        graph.nodeCount(), graph.arcCount(), width, hops, partitions);
    write(spark, graph, folder);
    DenseFeatures features = features(graph.nodeCount(), work);
    PropagationConfig config = PropagationConfig.of(hops, new HopCombiner.Last());
    PropagationOperator operator = PropagationOperator.classic(graph, 0.5);
    Propagator.propagate(operator, features, config, work); // warm
    long start = System.nanoTime();
    DenseFeatures expected = Propagator.propagate(operator, features, config, work).combined();
    double alone = seconds(start);
    System.out.printf("one machine, 2 threads     %8.2f s%n", alone);

    ShuffleMeter meter = ShuffleMeter.on(spark.sparkContext());
    Dataset<Row> edges = spark.read().parquet(folder.resolve("edges").toString());
    Dataset<Row> table = spark.read().parquet(folder.resolve("nodes").toString());
    start = System.nanoTime();
    SparkEncodings encoded =
        AtpSpark.on(edges, table)
            .with(SparkConfig.defaults().withPartitions(partitions).withPartitionBytes(8L << 30))
            .graph()
            .constant(0.5);
    System.out.printf("blocks: import             %8.2f s%n", seconds(start));
    double blocks = Double.MAX_VALUE;
    SparkHops found = null;
    for (int trial = 0; trial < 2; trial++) {
      start = System.nanoTime();
      found = encoded.propagate(config);
      double took = seconds(start);
      System.out.printf("blocks: %d hops             %8.2f s%n", hops, took);
      blocks = Math.min(blocks, took);
    }
    spark.sparkContext().listenerBus().waitUntilEmpty();
    long shipped = meter.written("atp propagate: hop") / 2;
    System.out.printf(
        "blocks: shuffled           %,12d bytes; needed %,d%n",
        shipped, hops * found.neededBytesPerHop());
    System.out.printf("blocks: largest difference %8.1e%n", difference(found.table(), expected));

    JavaSparkContext.fromSparkContext(spark.sparkContext()).setJobDescription("naive");
    Dataset<Row> arcTable = arcTable(edges, graph, spark);
    Dataset<Row> columns = columns(table);
    start = System.nanoTime();
    Dataset<Row> naive = naive(arcTable, columns);
    double joined = seconds(start);
    spark.sparkContext().listenerBus().waitUntilEmpty();
    long naiveBytes = meter.written("naive hop");
    System.out.printf("join + groupBy: %d hops     %8.2f s%n", hops, joined);
    System.out.printf("join + groupBy: shuffled   %,12d bytes%n", naiveBytes);
    System.out.printf(
        "join + groupBy: largest difference %8.1e%n",
        difference(naive.select(col("id"), array(naive).as("features")), expected));
    System.out.printf(
        "ratios: join / blocks time %.1f, bytes %.1f; blocks / one machine time %.1f%n",
        joined / blocks, (double) naiveBytes / shipped, blocks / alone);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }

  private static float feature(int node, int column) {
    return (float) (StatelessHash.unit(StatelessHash.of(1, node, column)) - 0.5);
  }

  private DenseFeatures features(int rows, Workspace work) {
    DenseFeatures x = new DenseFeatures(rows, width, work.allocateFloats((long) rows * width));
    for (int node = 0; node < rows; node++) {
      for (int c = 0; c < width; c++) {
        x.data().set(ValueLayout.JAVA_FLOAT_UNALIGNED, x.at(node, c), feature(node, c));
      }
    }
    return x;
  }

  private void write(SparkSession spark, CsrGraph graph, Path folder) {
    List<long[]> batches = new ArrayList<>();
    long[] batch = new long[1 << 16];
    int size = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        if (graph.target(arc) > node) {
          batch[size++] = (long) node << 32 | graph.target(arc);
          if (size == batch.length) {
            batches.add(batch);
            batch = new long[1 << 16];
            size = 0;
          }
        }
      }
    }
    batches.add(Arrays.copyOf(batch, size));
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    spark
        .createDataFrame(
            context
                .parallelize(batches, 16)
                .flatMap(
                    words ->
                        Arrays.stream(words)
                            .mapToObj(w -> RowFactory.create((int) (w >>> 32), (int) w))
                            .iterator()),
            new StructType()
                .add("src", DataTypes.IntegerType, false)
                .add("dst", DataTypes.IntegerType, false))
        .write()
        .parquet(folder.resolve("edges").toString());
    int columns = width;
    spark
        .createDataFrame(
            spark
                .range(0, graph.nodeCount(), 1, 8)
                .toJavaRDD()
                .map(
                    id -> {
                      float[] row = new float[columns];
                      for (int c = 0; c < columns; c++) {
                        row[c] = feature((int) (long) id, c);
                      }
                      return RowFactory.create((int) (long) id, row);
                    }),
            new StructType()
                .add("id", DataTypes.IntegerType, false)
                .add("features", DataTypes.createArrayType(DataTypes.FloatType, false), false))
        .write()
        .parquet(folder.resolve("nodes").toString());
  }

  /// Every arc and loop with its weight, as anyone would prepare it; outside the clock.
  private Dataset<Row> arcTable(Dataset<Row> edges, CsrGraph graph, SparkSession spark) {
    Dataset<Row> both =
        edges
            .union(edges.select(col("dst"), col("src")))
            .union(
                spark
                    .range(graph.nodeCount())
                    .select(col("id").cast("int"), col("id").cast("int")));
    Dataset<Row> degrees = both.groupBy("src").count();
    Dataset<Row> left = degrees.select(col("src").as("s"), col("count").as("sd"));
    Dataset<Row> right = degrees.select(col("src").as("d"), col("count").as("dd"));
    Dataset<Row> weighted =
        both.join(left, col("src").equalTo(col("s")))
            .join(right, col("dst").equalTo(col("d")))
            .select(
                col("src"),
                col("dst"),
                lit(1.0).divide(sqrt(col("sd").multiply(col("dd")))).cast("float").as("w"))
            .persist(StorageLevel.MEMORY_AND_DISK());
    weighted.count();
    return weighted;
  }

  private Dataset<Row> columns(Dataset<Row> table) {
    List<Column> cells = new ArrayList<>(List.of(col("id")));
    for (int c = 0; c < width; c++) {
      cells.add(col("features").getItem(c).as("x" + c));
    }
    Dataset<Row> flat =
        table.select(cells.toArray(Column[]::new)).persist(StorageLevel.MEMORY_AND_DISK());
    flat.count();
    return flat;
  }

  private Dataset<Row> naive(Dataset<Row> arcTable, Dataset<Row> start) {
    Dataset<Row> x = start;
    for (int hop = 1; hop <= hops; hop++) {
      JavaSparkContext.fromSparkContext(x.sparkSession().sparkContext())
          .setJobDescription("naive hop " + hop);
      Column[] sums =
          IntStream.range(0, width)
              .mapToObj(c -> sum(col("x" + c).multiply(col("w"))).cast("float").as("x" + c))
              .toArray(Column[]::new);
      x =
          arcTable
              .join(x, col("dst").equalTo(col("id")))
              .groupBy(col("src").as("id"))
              .agg(sums[0], Arrays.copyOfRange(sums, 1, sums.length))
              .persist(StorageLevel.MEMORY_AND_DISK());
      x.count();
    }
    return x;
  }

  private Column array(Dataset<Row> naive) {
    return functions.array(
        IntStream.range(0, width).mapToObj(c -> naive.col("x" + c)).toArray(Column[]::new));
  }

  /// Largest absolute difference over a thousand nodes.
  private double difference(Dataset<Row> table, DenseFeatures expected) {
    int step = Math.max(1, nodes / 1000);
    double largest = 0;
    for (Row row : table.filter(col("id").mod(step).equalTo(0)).collectAsList()) {
      List<Float> x = row.getList(1);
      for (int c = 0; c < width; c++) {
        largest = Math.max(largest, Math.abs(x.get(c) - expected.get(row.getInt(0), c)));
      }
    }
    return largest;
  }
}
