package io.atp.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.BlockConfig;
import io.atp.core.propagate.BlockPlan;
import io.atp.core.propagate.BlockPropagator;
import io.atp.core.propagate.BlockSink;
import io.atp.core.propagate.ColumnRange;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Storage;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockFilesTest {
  private static final int NODES = 500;
  private static final int WIDTH = 19;
  private static final Map<String, Object> FACTS = Map.of("hops", 2, "graph", "cycle");
  private static final BlockConfig CONFIG =
      BlockConfig.of(PropagationConfig.of(2, new HopCombiner.All()));

  @TempDir private Path folder;
  private Workspace work;
  private PropagationOperator operator;

  @BeforeEach
  void makeAGraph() {
    work = Workspace.open(2);
    operator = PropagationOperator.classic(cycle(), 0.3);
  }

  @AfterEach
  void close() {
    work.close();
  }

  private CsrGraph cycle() {
    MemorySegment offsets = work.allocateLongs(NODES + 1L);
    MemorySegment targets = work.allocateInts(2L * NODES);
    for (int i = 0; i < NODES; i++) {
      offsets.setAtIndex(ValueLayout.JAVA_LONG, i + 1L, 2L * (i + 1));
      int before = Math.floorMod(i - 1, NODES);
      int after = (i + 1) % NODES;
      targets.setAtIndex(ValueLayout.JAVA_INT, 2L * i, Math.min(before, after));
      targets.setAtIndex(ValueLayout.JAVA_INT, 2L * i + 1, Math.max(before, after));
    }
    return CsrGraph.of(offsets, targets, true);
  }

  private static BlockLayout layout(Storage storage) {
    return new BlockLayout(NODES, WIDTH, storage, Map.of(1, "hop-1.npy", 2, "hop-2.npy"));
  }

  /// Runs to the end, or until so many blocks were finished.
  private Map<String, byte[]> run(Storage storage, int width, int blocks) throws IOException {
    try (var parts = WorkFolder.open(folder.resolve("out"), FACTS);
        var files = new BlockFiles(parts, layout(storage), work.workers())) {
      List<ColumnRange> todo = ColumnRange.missing(files.finished(), WIDTH, width);
      List<ColumnRange> some = todo.subList(0, Math.min(blocks, todo.size()));
      propagate(storage, width, some, files);
      if (some.size() < todo.size()) {
        return Map.of();
      }
      Map<String, Path> assembled = files.assemble();
      return Map.of(
          "hop-1.npy", Files.readAllBytes(assembled.get("hop-1.npy")),
          "hop-2.npy", Files.readAllBytes(assembled.get("hop-2.npy")));
    }
  }

  private void propagate(Storage storage, int width, List<ColumnRange> todo, BlockSink sink) {
    BlockPropagator.propagate(
        operator,
        ComputedFeatures.of(NODES, WIDTH, (row, column) -> row % 7 - column),
        CONFIG.withStorage(storage, Storage.FLOAT32),
        new BlockPlan(width, BlockPlan.Form.HELD, 0, 0, 0),
        todo,
        sink,
        work);
  }

  private Path parts() throws IOException {
    return WorkFolder.pathFor(folder.resolve("out"));
  }

  private static void assertSame(Map<String, byte[]> actual, Map<String, byte[]> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach((name, bytes) -> assertThat(actual.get(name)).as(name).isEqualTo(bytes));
  }

  private void forget() throws IOException {
    try (var parts = WorkFolder.open(folder.resolve("out"), FACTS)) {
      parts.remove();
    }
  }

  @ParameterizedTest
  @EnumSource(Storage.class)
  void aRunThatWasStoppedGoesOnWithOtherBlocksToTheSameBytes(Storage storage) throws IOException {
    Map<String, byte[]> whole = run(storage, 16, 99);
    forget();
    run(storage, 4, 2);
    assertThat(parts().resolve("block-4-8.json")).exists();
    run(storage, 8, 1);
    assertThat(parts().resolve("block-8-16.json")).exists();
    assertSame(run(storage, 4, 99), whole);
    assertThat(parts().resolve("block-0-4.hop-1")).doesNotExist();
    assertSame(run(storage, 64, 99), whole); // all is there: nothing is left to do
  }

  @ParameterizedTest
  @ValueSource(strings = {"block-0-4.hop-1", "block-4-8.hop-2", "block-0-4.json", "facts.json"})
  void aFlippedByteIsFoundAndTheBlockDoneAgain(String name) throws IOException {
    Map<String, byte[]> whole = run(Storage.FLOAT32, 16, 99);
    forget();
    run(Storage.FLOAT32, 4, 3);
    flip(parts().resolve(name));
    try (var parts = WorkFolder.open(folder.resolve("out"), FACTS);
        var files = new BlockFiles(parts, layout(Storage.FLOAT32), work.workers())) {
      assertThat(parts.news().orElseThrow()).contains(name).contains("damaged");
      assertThat(files.finished()).hasSize(name.equals("facts.json") ? 0 : 2);
    }
    assertSame(run(Storage.FLOAT32, 8, 99), whole);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hop-1.npy", "hop-2.npy.json"})
  void anAssembledFileThatIsDamagedIsMadeAgain(String name) throws IOException {
    Map<String, byte[]> whole = run(Storage.FLOAT32, 16, 99);
    flip(parts().resolve(name));
    assertSame(run(Storage.FLOAT32, 16, 99), whole);
  }

  @Test
  void aFileThatIsCutShortIsDoneAgain() throws IOException {
    Map<String, byte[]> whole = run(Storage.FLOAT32, 16, 99);
    forget();
    run(Storage.FLOAT32, 4, 3);
    Path cut = parts().resolve("block-4-8.hop-1");
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 1));
    assertSame(run(Storage.FLOAT32, 8, 99), whole);
  }

  @Test
  void otherSettingsOrDataEmptyTheFolderAndNameWhatChanged() throws IOException {
    run(Storage.FLOAT32, 4, 2);
    try (var parts = WorkFolder.open(folder.resolve("out"), Map.of("hops", 3, "graph", "cycle"));
        var files = new BlockFiles(parts, layout(Storage.FLOAT32), work.workers())) {
      assertThat(parts.news().orElseThrow())
          .endsWith("is of other data or settings (hops changed), so it is not used");
      assertThat(files.finished()).isEmpty();
      assertThat(parts.file("block-0-4.hop-1")).doesNotExist();
    }
  }

  @Test
  void twoRunsCannotWorkOnOneOutput() throws IOException {
    try (var first = WorkFolder.open(folder.resolve("out"), FACTS)) {
      assertThat(first.news()).isEmpty();
      assertThatThrownBy(() -> WorkFolder.open(folder.resolve("out"), FACTS))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another run is working on");
    }
  }

  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }
}
