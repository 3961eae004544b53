package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.export.ExportFormat;
import io.atp.io.export.GraphExport;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.npy.NpyWriter;
import io.atp.io.store.FolderCheck;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sources whose arcs memory cannot hold become the same store, byte for byte.
class OutOfCoreReadTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"ONDISK", "MTX", "NPZ", "text"})
  void aTinyMemoryMakesTheSameStore(String format) throws IOException {
    Path source = source(format);
    Path plain = store("plain", source, -1);
    Path tight = store("tight", source, 100_000);
    try (Stream<Path> files = Files.list(plain)) {
      for (Path file : files.toList()) {
        assertThat(Files.mismatch(file, tight.resolve(file.getFileName())))
            .as("%s", file.getFileName())
            .isEqualTo(-1);
      }
    }
    assertThat(FolderCheck.of(tight).sound()).isTrue();
  }

  private Path source(String format) throws IOException {
    try (Workspace work = Workspace.open(2)) {
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(2_000, 20_000, 3, 4), work);
      if (!format.equals("text")) {
        Path out =
            folder.resolve(
                "source" + (format.equals("ONDISK") ? "" : "." + format.toLowerCase(Locale.ROOT)));
        GraphExport.write(data, ExportFormat.valueOf(format), out, work);
        return out;
      }
      StringBuilder lines = new StringBuilder("# from to\n");
      for (int node = 0; node < 2_000; node++) {
        for (long arc = data.graph().offset(node); arc < data.graph().offset(node + 1); arc++) {
          lines.append(7 * node).append('\t').append(7 * data.graph().target(arc)).append('\n');
        }
      }
      return Files.writeString(folder.resolve("edges.txt"), lines);
    }
  }

  private Path store(String name, Path source, long memory) throws IOException {
    Path out = folder.resolve(name);
    try (Workspace work = Workspace.open(2);
        OutputFolder store = OutputFolder.create(out)) {
      if (memory >= 0) {
        work.spillTo(Files.createDirectory(folder.resolve(name + "-spill")), memory);
      }
      GraphData data = GraphFiles.read(source, work);
      assertThat(data.graph().targets().isMapped()).isEqualTo(memory >= 0);
      NativeStore.write(store, data, work);
      store.commit();
    }
    return out;
  }

  @Test
  void anEdgeOutsideTheNodesIsNamedWithItsFile() throws IOException {
    Path file = folder.resolve("edges.npy");
    NpyWriter.write(
        file, "<i4", new long[] {2, 3}, MemorySegment.ofArray(new int[] {0, 1, 2, 1, 5, 0}));
    try (Workspace work = Workspace.open(1)) {
      NpyArcs arcs = NpyArcs.map(file, 5, work.arena());
      assertThatThrownBy(() -> arcs.copy(0, 3, new long[3]))
          .hasRootCauseInstanceOf(IOException.class)
          .hasMessageEndingWith("edges.npy, edge 1: edge 1 → 5 leaves the 5 nodes");
      long[] last = new long[1];
      assertThat(arcs.copy(2, 1, last)).isEqualTo(1);
      assertThat(last[0]).isEqualTo(2L << 32);
    }
  }
}
