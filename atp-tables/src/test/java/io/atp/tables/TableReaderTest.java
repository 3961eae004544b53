package io.atp.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import io.atp.io.format.GraphFiles;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tables through the one door that all formats share.
class TableReaderTest {
  private final Workspace work = Workspace.open(2);
  @TempDir private Path folder;

  @AfterEach
  void close() {
    work.close();
  }

  private String formatOf(Path path) throws IOException {
    return GraphFiles.read(path, work).format();
  }

  @Test
  void namesGoToTablesAndWholeNumbersToEdgeLists() throws IOException {
    Path names = TestTables.text(folder.resolve("names.csv"), "ann,bob", "bob,cid");
    assertThat(formatOf(names)).isEqualTo("tables");
    Path header = TestTables.text(folder.resolve("header.tsv"), "src\tdst", "1\t2");
    assertThat(formatOf(header)).isEqualTo("tables");
    Path numbers = TestTables.text(folder.resolve("numbers.csv"), "# ids", "1,2", "2,3");
    assertThat(formatOf(numbers)).isEqualTo("edge list");
    Path blanks = TestTables.text(folder.resolve("blanks.csv"), "1 2", "2 3");
    assertThat(formatOf(blanks)).isEqualTo("edge list");
  }

  @Test
  void foldersAndSingleTablesAreRead() throws Exception {
    Path single = TestTables.write(folder.resolve("e.parquet"), "SELECT 1 AS a, 2 AS b");
    assertThat(GraphFiles.read(single, work).graph().edgeCount()).isEqualTo(1);
    Path json = Files.writeString(folder.resolve("e.json"), "[{\"u\": \"p\", \"v\": \"q\"}]");
    assertThat(GraphFiles.read(json, work).ids().name(1)).isEqualTo("q");
    Path both = Files.createDirectory(folder.resolve("club"));
    TestTables.write(both.resolve("edges.parquet"), "SELECT 'a' AS src, 'b' AS dst");
    TestTables.write(both.resolve("nodes.jsonl"), "SELECT unnest(['a', 'b', 'c']) AS id");
    GraphData data = GraphFiles.read(both, work);
    assertThat(data.name()).isEqualTo("club");
    assertThat(data.graph().nodeCount()).isEqualTo(3);
  }

  @Test
  void textIdsSurviveTheNativeStore() throws Exception {
    Path file = TestTables.write(folder.resolve("e.parquet"), "SELECT 'ä' AS src, 'b c' AS dst");
    Path store = folder.resolve("store");
    try (OutputFolder out = OutputFolder.create(store)) {
      NativeStore.write(out, GraphFiles.read(file, work), work);
      out.commit();
    }
    NodeIds ids = GraphFiles.read(store, work).ids();
    assertThat(ids.name(0)).isEqualTo("b c");
    assertThat(ids.name(1)).isEqualTo("ä");
  }
}
