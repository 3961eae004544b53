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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnDiskReaderTest {
  private static final String METADATA =
      """
      dataset_name: tiny
      graph:
        nodes:
          - num: 4
        edges:
          - format: numpy
            path: data/edges.npy
      feature_data:
        - domain: node
          type: null
          name: feat
          format: numpy
          in_memory: true
          path: data/feat.npy
        - domain: edge
          name: weight
          path: nowhere.npy
      tasks:
        - name: node_classification
          num_classes: 5
          train_set:
            - type: null
              data:
                - name: seeds
                  format: numpy
                  path: train.npy
                - name: labels
                  path: train-labels.npy
          validation_set:
            - data:
                - name: seeds
                  path: valid.npy
                - name: labels
                  path: valid-labels.npy
      """;

  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);
  private Path data;

  @AfterEach
  void close() {
    work.close();
  }

  @BeforeEach
  void write() throws IOException {
    data = Files.createDirectories(folder.resolve("set"));
    Files.createDirectory(data.resolve("data"));
    longs("data/edges.npy", new long[] {2, 3}, 0, 1, 3, 1, 2, 3);
    NpyWriter.write(
        data.resolve("data/feat.npy"),
        "<f4",
        new long[] {4, 2},
        MemorySegment.ofArray(new float[] {0, 1, 2, 3, 4, 5, 6, 7}));
    longs("train.npy", new long[] {2}, 3, 0);
    longs("train-labels.npy", new long[] {2}, 4, 2);
    longs("valid.npy", new long[] {1}, 1);
    longs("valid-labels.npy", new long[] {1}, 0);
    metadata(METADATA);
  }

  private void longs(String name, long[] shape, long... values) throws IOException {
    Path file = data.resolve(name);
    Files.deleteIfExists(file);
    NpyWriter.write(file, "<i8", shape, MemorySegment.ofArray(values));
  }

  private void metadata(String text) throws IOException {
    Files.writeString(data.resolve("metadata.yaml"), text);
  }

  private GraphData read() throws IOException {
    GraphData read = GraphFiles.read(data, work);
    GraphAssert.assertGraph(read.graph());
    return read;
  }

  @Test
  void aDescriptionNamesAllParts() throws IOException {
    GraphData read = read();
    assertThat(read.name()).isEqualTo("tiny");
    assertThat(read.format()).isEqualTo("ondisk");
    assertThat(read.graph().nodeCount()).isEqualTo(4);
    assertThat(read.graph().hasArc(1, 0) && read.graph().hasArc(2, 1)).isTrue();
    assertThat(read.account().selfLoopsRemoved()).isEqualTo(1);
    assertThat(((DenseFeatures) read.features().orElseThrow()).get(3, 0)).isEqualTo(6);
    assertThat(read.labels().orElseThrow().classCount()).isEqualTo(5);
    assertThat(read.labels().orElseThrow().values()).containsExactly(2, 0, -1, 4);
    assertThat(read.split().orElseThrow().train()).containsExactly(0, 3);
    assertThat(read.split().orElseThrow().test()).isEmpty();
  }

  @Test
  void edgesMayBeCsvAndLabelsAFeature() throws IOException {
    Files.writeString(data.resolve("edges.csv"), "0,1\n1,2\n");
    longs("label.npy", new long[] {4}, 1, 1, -1, 0);
    metadata(
        """
        graph: # no types
          nodes:
          - num: 4
          edges:
          - path: edges.csv
        feature_data:
        - name: label
          path: label.npy
        """);
    GraphData read = read();
    assertThat(read.name()).isEqualTo("set");
    assertThat(read.graph().arcCount()).isEqualTo(4);
    assertThat(read.labels().orElseThrow().values()).containsExactly(1, 1, -1, 0);
    assertThat(read.features()).isEmpty();
    assertThat(read.splits()).isEmpty();
  }

  @Test
  void linkTasksArePassedOver() throws IOException {
    longs("train.npy", new long[] {1, 2}, 0, 1);
    longs("valid.npy", new long[] {1, 2}, 0, 1);
    assertThat(read().splits()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "path: data/edges.npy|path: ../secret.npy|does not lie inside",
        "path: data/edges.npy|path: /etc/passwd|does not lie inside",
        "path: data/edges.npy|path: data/../../secret.npy|does not lie inside",
        "path: data/edges.npy|path: link.npy|leads out of its folder",
        "path: data/edges.npy|path: none.npy|there is no such file",
        "path: data/edges.npy|path: data|there is no such file",
        "path: data/edges.npy|pfad: x|'path' is missing",
        "path: data/edges.npy|path: data/feat.npy|is needed",
        "format: numpy|format: torch|numpy and csv are",
        "num: 4|num: -4|must be a count",
        "num: 4|num: 99999999999|must be a count",
        "num: 4|num: 2000000000|2,000,000,000 nodes with",
        "num: 4|num: 3|leaves the 3 nodes",
        "num: 4|num: 5|the graph has 5 nodes",
        "num: 4|type: a|'num' is missing",
        "graph:|graf:|'graph' is missing",
        "path: train.npy|path: train-labels.npy|lists node 4",
        "path: valid.npy|path: train.npy|2 seeds and 1 labels",
        "num_classes: 5|num_classes: 2000000000|classes",
        "dataset_name: tiny|dataset_name: *tiny|line 1: an alias",
      })
  void mistakesAreNamed(String from, String to, String message) throws IOException {
    longs("../secret.npy", new long[] {2, 1}, 0, 1);
    Files.createSymbolicLink(data.resolve("link.npy"), folder.resolve("secret.npy"));
    metadata(METADATA.replaceFirst(from, to));
    assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining(message);
  }
}
