package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.npy.NpzWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GnnBenchmarkReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);
  private final Map<String, Object> arrays = new LinkedHashMap<>();

  /// Nodes 0 → 1 → 2 with a loop at 2, features 3 × 2.
  @BeforeEach
  void aPathOfThree() {
    arrays.put("adj_data", new float[] {1, 2, 1});
    arrays.put("adj_indices", new int[] {1, 2, 2});
    arrays.put("adj_indptr", new int[] {0, 1, 2, 3});
    arrays.put("adj_shape", new long[] {3, 3});
    arrays.put("attr_data", new float[] {5, 4, 6});
    arrays.put("attr_indices", new int[] {1, 0, 1});
    arrays.put("attr_indptr", new int[] {0, 2, 2, 3});
    arrays.put("attr_shape", new long[] {3, 2});
    arrays.put("labels", new int[] {7, 3, 7});
  }

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData read() throws IOException {
    Path file = folder.resolve("g.npz");
    Files.deleteIfExists(file);
    try (NpzWriter npz = NpzWriter.create(file)) {
      for (var entry : arrays.entrySet()) {
        switch (entry.getValue()) {
          case float[] v -> add(npz, entry.getKey(), "<f4", v.length, MemorySegment.ofArray(v));
          case int[] v -> add(npz, entry.getKey(), "<i4", v.length, MemorySegment.ofArray(v));
          case long[] v -> add(npz, entry.getKey(), "<i8", v.length, MemorySegment.ofArray(v));
          case float[][] rows ->
              npz.add(
                  entry.getKey(),
                  "<f4",
                  new long[] {rows.length, 1},
                  MemorySegment.ofArray(new float[] {rows[0][0], rows[1][0], rows[2][0]}));
          default -> throw new AssertionError();
        }
      }
    }
    GraphData data = GraphFiles.read(file, work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private static void add(NpzWriter npz, String name, String type, long n, MemorySegment data)
      throws IOException {
    npz.add(name, type, new long[] {n}, data);
  }

  private void refused(String key, Object array, String message) {
    Object before = arrays.put(key, array);
    assertThatThrownBy(this::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("g.npz")
        .hasMessageContaining(message);
    if (before == null) {
      arrays.remove(key);
    } else {
      arrays.put(key, before);
    }
  }

  @Test
  void allPartsAreRead() throws IOException {
    arrays.put("train_idx", new int[] {2});
    arrays.put("val_idx", new int[] {1});
    arrays.put("test_idx", new int[] {0});
    GraphData data = read();
    assertThat(data.graph().edgeCount()).isEqualTo(2);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(1);
    assertThat(data.account().reversesAdded()).isEqualTo(2);
    SparseFeatures features = (SparseFeatures) data.features().orElseThrow();
    assertThat(features.check().entries()).isEqualTo(3);
    assertThat(features.column(0)).isZero();
    assertThat(features.value(0)).isEqualTo(4); // an unsorted row is sorted
    assertThat(data.labels().orElseThrow().classCount()).isEqualTo(2);
    assertThat(data.labels().orElseThrow().values()).containsExactly(1, 0, 1);
    assertThat(data.split().orElseThrow().train()).containsExactly(2);
  }

  @Test
  void featuresAndLabelsMayBeAbsentOrDense() throws IOException {
    arrays.keySet().removeIf(key -> key.startsWith("attr"));
    arrays.remove("labels");
    assertThat(read().features()).isEmpty();
    assertThat(read().labels()).isEmpty();
    arrays.put("attr_matrix", new float[][] {{1}, {2}, {3}});
    assertThat(((DenseFeatures) read().features().orElseThrow()).get(2, 0)).isEqualTo(3);
    refused(
        "attr_matrix",
        new float[][] {{1}, {Float.NaN}, {3}},
        "row 1, column 0 is NaN, not a finite number");
  }

  @Test
  void unlabelledNodesHaveNoClass() throws IOException {
    arrays.put("unlabelled_idx", new int[] {0});
    assertThat(read().labels().orElseThrow().values()).containsExactly(-1, 0, 1);
    arrays.put("labels", new int[] {7, -1, 7});
    assertThat(read().labels().orElseThrow().values()).containsExactly(-1, -1, 0);
    refused("unlabelled_idx", new int[] {3}, "'unlabelled_idx' names node 3, with 3 nodes");
  }

  @Test
  void whatDoesNotFitIsRefusedInNumbers() {
    refused("adj_indices", new int[] {1, 3, 2}, "row 1 names column 3, with 3 columns");
    refused("adj_indices", new int[] {1, -1, 2}, "row 1 names column -1");
    refused("adj_indices", new int[] {1, 2}, "2 indices and 3 values");
    refused("adj_indptr", new int[] {0, 2, 1, 3}, "row 1 runs from entry 2 to 1");
    refused("adj_indptr", new int[] {0, 1, 2, 9}, "row 2 runs from entry 2 to 9");
    refused("adj_indptr", new int[] {1, 1, 2, 3}, "row 0");
    refused("adj_indptr", new int[] {0, 3}, "3 rows, with 2 row offsets");
    refused("adj_shape", new long[] {3, 4}, "3 by 4, and should be square");
    refused("adj_shape", new long[] {3}, "two sizes");
    refused("adj_shape", new long[] {1L << 40, 1L << 40}, "impossible shape");
    refused("adj_data", new float[] {1, Float.NaN, 1}, "row 1, column 2 is NaN");
    refused("attr_data", new float[] {5, Float.POSITIVE_INFINITY, 6}, "row 0, column 0 is Inf");
    refused("attr_indices", new int[] {1, 1, 1}, "row 0 names column 1 twice");
    refused("labels", new int[] {0, 1}, "labels have 2 entries, graph has 3 nodes");
    arrays.put("attr_indptr", new int[] {0, 2, 3});
    refused("attr_shape", new long[] {2, 2}, "features have 2 rows, graph has 3 nodes");
  }

  @Test
  void aSplitMustBeWholeInRangeAndApart() {
    refused("train_idx", new int[] {0}, "has no array 'val_idx'");
    arrays.put("val_idx", new int[] {1});
    arrays.put("test_idx", new int[] {2});
    refused("train_idx", new int[] {3}, "train part lists node 3, with 3 nodes");
    refused("train_idx", new int[] {1}, "lists node 1, which is listed before");
    refused("train_idx", new int[] {0, 0}, "lists node 0, which is listed before");
  }

  @Test
  void anotherLayoutIsRefusedByItsKeys() throws IOException {
    arrays.remove("adj_shape");
    assertThatThrownBy(this::read)
        .hasMessageContaining("has no array 'adj_shape'; it has adj_data");
    Path file = folder.resolve("empty.npz");
    Files.write(file, new byte[0]);
    assertThatThrownBy(() -> GraphFiles.read(file, work)).hasMessageContaining("empty.npz");
    Files.write(file, "PK nonsense".getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> GraphFiles.read(file, work)).isInstanceOf(IOException.class);
  }
}
