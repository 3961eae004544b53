package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Workspace;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A job that is run again takes up what it finds, and stops at what is damaged.
class CheckpointTest {
  @TempDir private Path folder;

  private SparkConfig config;

  private List<Row> hops() {
    SparkSession spark = LocalSpark.session();
    Dataset<Row> edges = spark.read().parquet(folder.resolve("edges").toString());
    Dataset<Row> nodes = spark.read().parquet(folder.resolve("nodes").toString());
    return AtpSpark.on(edges, nodes)
        .with(config)
        .correct(CorrectionConfig.defaults())
        .encode(OneMachineTest.encoding(new Weights(1, 1, 0, 0, 0)))
        .propagate(PropagationConfig.of(2, HopCombiner.mean(2)).withRestartShare(0.1))
        .table()
        .orderBy("id")
        .collectAsList();
  }

  private void write() {
    try (Workspace work = Workspace.open(1)) {
      SparkData data =
          SparkData.of(GraphGenerator.generate(GeneratorConfig.of(80, 300, 70, 2), work));
      data.edges().write().parquet(folder.resolve("edges").toString());
      data.nodes().write().parquet(folder.resolve("nodes").toString());
    }
  }

  private List<Path> files(String room) throws IOException {
    try (Stream<Path> found = Files.walk(folder.resolve("kept"))) {
      return found
          .filter(f -> f.getParent().getFileName().toString().startsWith(room))
          .filter(f -> f.toString().endsWith(".bin"))
          .sorted()
          .toList();
    }
  }

  @Test
  void roomsAreTakenUpAndDamageStopsTheJob() throws IOException {
    write();
    config = SparkConfig.defaults().withPartitions(3);
    List<Row> plain = hops();
    // So little memory that the 70 columns travel in blocks; and every room is kept.
    config = config.withPartitionBytes(1 << 14).withCheckpoints(folder.resolve("kept").toString());
    assertThat(hops()).isEqualTo(plain);
    assertThat(files("propagate")).hasSize(3);
    for (String room : List.of("graph", "nodes", "correct", "encode")) {
      assertThat(files(room)).as(room).hasSize(3);
    }

    // With the last room there, nothing before it is made again: its time stays.
    Path block = files("correct").getFirst();
    var made = Files.getLastModifiedTime(block);
    assertThat(hops()).isEqualTo(plain);
    assertThat(Files.getLastModifiedTime(block)).isEqualTo(made);

    Path damaged = files("propagate").get(1);
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length / 2] ^= 1;
    Files.write(damaged, bytes);
    // Once with the file system's own sum in the way, once with ours alone.
    assertThatThrownBy(this::own).isInstanceOf(IOException.class).hasMessageContaining("damaged");
    Files.delete(damaged.resolveSibling("." + damaged.getFileName() + ".crc"));
    assertThatThrownBy(this::own)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("part-00001.bin is damaged")
        .hasMessageContaining("to compute it anew");

    Files.delete(damaged);
    assertThatThrownBy(this::own)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("part-00001.bin is missing");
  }

  private void own() throws Throwable {
    try {
      hops();
    } catch (Exception e) {
      throw Causes.own(e);
    }
  }
}
