package io.atp.io.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.format.GraphFiles;
import io.atp.io.store.FolderCheck;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamedGraphTest {
  private static final GeneratorConfig CONFIG =
      GraphShape.named("papers100M").config(0.0001).withWidths(10, 17);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1, 16000000", "2, 1000000", "7, 200000"})
  void theStoreHasTheSameBytesForAnyMemoryAndThreads(int threads, long memory) throws IOException {
    Path plain = store("plain", 2, -1, false);
    Path tight = store("tight", threads, memory, false);
    for (String name :
        new String[] {
          "offsets.npy", "targets.npy", "labels.npy", "split-train.npy", "manifest.json"
        }) {
      assertThat(Files.mismatch(tight.resolve(name), plain.resolve(name))).as(name).isEqualTo(-1);
    }
    assertThat(FolderCheck.of(tight).sound()).isTrue();
  }

  @Test
  void generatedFeaturesReadBackAreThoseThatWouldHaveBeenStored() throws IOException {
    Path recipe = store("recipe", 2, -1, false);
    Path numbers = store("numbers", 2, -1, true);
    assertThat(recipe.resolve("features.npy")).doesNotExist();
    try (Workspace work = Workspace.open(2)) {
      var computed = (ComputedFeatures) GraphFiles.read(recipe, work).features().orElseThrow();
      var stored = (DenseFeatures) GraphFiles.read(numbers, work).features().orElseThrow();
      assertThat(computed.toDense(work).data().mismatch(stored.data())).isEqualTo(-1);
      // Any block of columns, also one that begins inside a group of four.
      float[] block = new float[5];
      for (int from : new int[] {0, 1, 3, 5}) {
        computed.copyRow(77, from, 5, MemorySegment.ofArray(block), 0);
        for (int i = 0; i < 5; i++) {
          assertThat(block[i]).isEqualTo(stored.get(77, from + i));
        }
      }
      assertThat(computed.dot(3, 4)).isEqualTo(stored.dot(3, 4));
    }
  }

  @Test
  void onlyAShareOfTheNodesIsLabelled() throws IOException {
    try (Workspace work = Workspace.open(2)) {
      GraphData data = GraphGenerator.generateComputed(CONFIG, work);
      int[] labels = data.labels().orElseThrow().values();
      long told = Arrays.stream(labels).filter(y -> y != Labels.UNLABELLED).count();
      assertThat(told / (double) labels.length).isBetween(0.010, 0.018);
      var split = data.split().orElseThrow();
      assertThat(split.train().length + split.validation().length + split.test().length)
          .isEqualTo((int) told);
    }
  }

  @Test
  void aShapeKeepsItsMeanDegreeAtAnyScale() {
    for (GraphShape shape : GraphShape.ALL) {
      GeneratorConfig config = shape.config(0.5);
      assertThat(config.meanDegree())
          .isBetween(0.98 * shape.config(1).meanDegree(), 1.02 * shape.config(1).meanDegree());
      assertThat(config.classCount()).isEqualTo(shape.classCount());
    }
    assertThat(GraphShape.named("OGBN-papers100m").nodeCount()).isEqualTo(111_059_956);
    assertThatThrownBy(() -> GraphShape.named("papers"))
        .hasMessageStartingWith("no shape is called 'papers'; there are cora, citeseer");
    assertThatThrownBy(() -> GraphShape.named("cora").config(0))
        .hasMessageContaining("scale must be above 0");
  }

  private Path store(String name, int threads, long memory, boolean numbers) throws IOException {
    Path out = folder.resolve(name);
    try (Workspace work = Workspace.open(threads);
        OutputFolder store = OutputFolder.create(out)) {
      if (memory >= 0) {
        work.spillTo(Files.createDirectory(folder.resolve(name + "-spill")), memory);
      }
      GraphData data = GraphGenerator.generateComputed(CONFIG, work);
      assertThat(data.graph().targets().isMapped()).isEqualTo(memory >= 0 && memory < 8_000_000);
      data.graph().check(work.workers());
      NativeStore.write(store, numbers ? GraphGenerator.storing(data, true) : data, work);
      store.commit();
    }
    return out;
  }
}
