package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphSaintReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private static NpzFixture matrix(int[] indptr, int... indices) {
    double[] ones = new double[indices.length];
    Arrays.fill(ones, 1);
    return new NpzFixture()
        .with("indices", indices)
        .with("indptr", indptr)
        .with("format", "csr")
        .with("shape", new long[] {4, 4})
        .with("data", ones);
  }

  /// A path 0 – 1 – 2 – 3; nodes 0 and 1 train.
  @BeforeEach
  void aPathOfFour() throws IOException {
    matrix(new int[] {0, 1, 3, 5, 6}, 1, 0, 2, 1, 3, 2).write(folder.resolve("adj_full.npz"));
    matrix(new int[] {0, 1, 2, 2, 2}, 1, 0).write(folder.resolve("adj_train.npz"));
    double[] feats = {1, 2, 3, 4, 5, 6, 7, 8};
    NpyWriter.write(
        folder.resolve("feats.npy"), "<f8", new long[] {4, 2}, MemorySegment.ofArray(feats));
    write("class_map.json", "{\"0\": 2, \"1\": 0,\n \"3\": 1}");
    write("role.json", "{\"te\": [3], \"tr\": [1, 0], \"va\": [2]}\n");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private GraphData read() throws IOException {
    GraphData data = GraphFiles.read(folder, work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private void refused(String name, String text, String message) throws IOException {
    String before = Files.readString(folder.resolve(name));
    write(name, text);
    assertThatThrownBy(this::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(message);
    write(name, before);
  }

  private List<String> logged() throws IOException {
    List<String> messages = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            messages.add(new SimpleFormatter().formatMessage(line));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(GraphSaintReader.class.getName());
    logger.addHandler(handler);
    try {
      read();
    } finally {
      logger.removeHandler(handler);
    }
    return messages;
  }

  @Test
  void allPartsAreRead() throws IOException {
    GraphData data = read();
    assertThat(data.format()).isEqualTo("graphsaint");
    assertThat(data.graph().edgeCount()).isEqualTo(3);
    assertThat(((DenseFeatures) data.features().orElseThrow()).get(3, 1)).isEqualTo(8);
    assertThat(data.labels().orElseThrow().values()).containsExactly(2, 0, -1, 1);
    assertThat(data.labels().orElseThrow().classCount()).isEqualTo(3);
    assertThat(data.split().orElseThrow().train()).containsExactly(0, 1);
    assertThat(data.inductive()).isTrue();
    assertThat(logged()).isEmpty();
  }

  @Test
  void manyClassesANodeAreRead() throws IOException {
    write("class_map.json", "{\"0\": [1, 0, 1], \"1\": [0.0, 1.0, 0], \"3\": [0, 0, 0]}");
    GraphData data = read();
    assertThat(data.labels()).isEmpty();
    assertThat(data.multiLabels().orElseThrow().classCount()).isEqualTo(3);
    assertThat(data.multiLabels().orElseThrow().count(0)).isEqualTo(2);
    assertThat(data.multiLabels().orElseThrow().has(1, 1)).isTrue();
    assertThat(data.multiLabels().orElseThrow().count(3)).isZero();
  }

  @Test
  void aTrainingGraphThatDiffersIsLogged() throws IOException {
    matrix(new int[] {0, 0, 1, 2, 2}, 2, 1).write(folder.resolve("adj_train.npz"));
    assertThat(logged())
        .singleElement()
        .asString()
        .contains("adj_train.npz holds 1 edges, 0 of the 1 among training nodes");
    Files.delete(folder.resolve("adj_train.npz"));
    assertThat(read().inductive()).isFalse();
  }

  @Test
  void float32FeaturesAreMapped() throws IOException {
    Files.delete(folder.resolve("feats.npy"));
    float[] feats = {1, 2, 3, 4};
    NpyWriter.write(
        folder.resolve("feats.npy"), "<f4", new long[] {4, 1}, MemorySegment.ofArray(feats));
    DenseFeatures mapped = (DenseFeatures) read().features().orElseThrow();
    assertThat(mapped.data().isMapped()).isTrue();
    assertThat(mapped.get(2, 0)).isEqualTo(3);
    Files.delete(folder.resolve("feats.npy"));
    NpyWriter.write(
        folder.resolve("feats.npy"), "<f4", new long[] {2, 2}, MemorySegment.ofArray(feats));
    assertThatThrownBy(this::read)
        .hasMessageContaining("feats.npy has shape (2, 2), the graph has 4 nodes");
  }

  @Test
  void brokenJsonIsRefusedWithItsLine() throws IOException {
    refused("role.json", "{\"tr\": [0], \"va\": [1]}", "only [tr, va] are there");
    refused("role.json", "{\"tr\": [0], \"tr\": [1]}", "'tr' is no role, or is there twice");
    refused("role.json", "{\"tr\": [0],\n \"xx\": [1]}", "line 2: 'xx' is no role");
    refused("role.json", "{\"tr\": [0, 9], \"va\": [1], \"te\": []}", "lists node 9, with 4 nodes");
    refused("role.json", "{\"tr\": [0 1]}", "',' or ']' is missing");
    refused("role.json", "{\"tr\": [0,]}", "a number should stand here");
    refused("role.json", "{\"tr\": [0.5]}", "0.5 is no whole number");
    refused("role.json", "{\"tr\": ", "an array should stand here");
    refused("role.json", "[1]", "an object should stand here");
    refused("role.json", "", "an object should stand here");
    refused("class_map.json", "{\"0\": 1} x", "something follows the end");
    refused("class_map.json", "{\"4\": 1}", "'4' is no node from 0 to 3");
    refused("class_map.json", "{\"a\": 1}", "'a' is no node");
    refused("class_map.json", "{\"0\": 1, \"0\": 2}", "node 0 is there twice");
    refused("class_map.json", "{\"0\": 1, \"1\": [0, 1]}", "a number should stand here");
    refused("class_map.json", "{\"0\": [0, 1], \"1\": [0]}", "node 1 has 1 of 2 entries");
    refused("class_map.json", "{\"0\": [0], \"1\": [0, 1]}", "node 1 has more than 1 entries");
    refused("class_map.json", "{\"0\": [0, 3]}", "entry 1 of node 0 is 3.0, not 0 or 1");
    refused("class_map.json", "{\"0\": 1", "',' or '}' is missing");
    refused("class_map.json", "{\"" + "0".repeat(9_999), "longer than 1,024 bytes");
  }
}
