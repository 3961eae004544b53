package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixMarketReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData read(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    GraphData data = GraphFiles.read(file, work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private void refused(String text, String message) {
    assertThatThrownBy(() -> read("m.mtx", text))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("m.mtx")
        .hasMessageContaining(message);
  }

  private static final String GENERAL = "%%MatrixMarket matrix coordinate real general\n";
  private static final String PATTERN = "%%MatrixMarket matrix coordinate pattern symmetric\n";

  @Test
  void entriesAreArcsCountedFromOne() throws IOException {
    GraphData data =
        read("m.mtx", GENERAL + "% a\n%b\n\n4 4 4\n1 2 0.5\n2 1 -3e2\r\n3 3 1\n2 4 0\n");
    assertThat(data.format()).isEqualTo("matrix market");
    assertThat(data.name()).isEqualTo("m");
    assertThat(data.graph().nodeCount()).isEqualTo(4);
    assertThat(data.graph().edgeCount()).isEqualTo(1);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(1);
    assertThat(data.ids().name(0)).isEqualTo("1");
  }

  @Test
  void patternsSymmetricAndPackedAreReadToo() throws IOException {
    GraphData data = read("m.mtx.gz", PATTERN + "3 3 2\n2 1\n3 2\n");
    assertThat(data.graph().edgeCount()).isEqualTo(2);
    assertThat(data.graph().hasArc(1, 2)).isTrue();
    GraphData named = read("strange", PATTERN.replace("pattern", "Integer") + "2 2 1\n2 1 7\n");
    assertThat(named.format()).isEqualTo("matrix market");
    assertThat(named.graph().edgeCount()).isEqualTo(1);
  }

  @Test
  void whatDoesNotFitIsRefusedWithItsLine() {
    refused(
        "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", "array, real and general");
    refused(
        "%%MatrixMarket matrix coordinate complex general\n", "coordinate, complex and general");
    refused("%%MatrixMarket matrix coordinate real hermitian\n", "is not read");
    refused("1 2\n", "line 1: '1 2' does not start a Matrix Market file");
    refused("", "line 1");
    refused(GENERAL, "the sizes are missing");
    refused(GENERAL + "3 4 1\n1 1 1\n", "line 2: 3 rows and 4 columns are no graph");
    refused(GENERAL + "3 3 2\n1 2 1\n", "the file ends after 1 of 2 entries");
    refused(GENERAL + "3 3 1\n1 2 1\n%\n2 1 1\n", "line 5: an entry more than the 1");
    refused(GENERAL + "3 3 1\n1 4 1\n", "line 3: entry names node 4, outside 1 to 3");
    refused(GENERAL + "3 3 1\n0 1 1\n", "line 3: entry names node 0");
    refused(GENERAL + "3 3 1\n1 2\n", "line 3: a number is missing");
    refused(GENERAL + "3 3 1\n1 2 nan\n", "line 3: value NaN is not a finite number");
    refused(PATTERN + "3 3 1\n1 2 3\n", "line 3: '3' is left over");
    refused(GENERAL + "2000000000 2000000000 0\n", "line 2 tells of 2,000,000,000 nodes");
    refused("%".repeat(100_000), "longer than 1024 bytes");
  }
}
