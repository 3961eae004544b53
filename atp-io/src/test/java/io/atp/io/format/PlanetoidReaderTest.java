package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.RealData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cora with one file at a time spoiled.
class PlanetoidReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(1);

  @BeforeEach
  void copyCora() throws IOException {
    try (Stream<Path> files = Files.list(RealData.path("cora"))) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("ind.")).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Files.writeString(folder.resolve("README"), "other files do not matter");
  }

  @AfterEach
  void close() {
    work.close();
  }

  private void refused(String message) {
    assertThatThrownBy(() -> GraphFiles.read(folder, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  private Path part(String part) {
    return folder.resolve("ind.cora." + part);
  }

  private void write(String part, String bytes) throws IOException {
    Files.write(part(part), bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void theCopyItselfIsFine() throws IOException {
    assertThat(GraphFiles.read(folder, work).graph().edgeCount()).isEqualTo(5278);
  }

  @Test
  void aMissingOrCutFileIsNamed() throws IOException {
    byte[] whole = Files.readAllBytes(part("allx"));
    Files.write(part("allx"), Arrays.copyOf(whole, whole.length / 2));
    refused("ind.cora.allx, byte ");
    Files.delete(part("allx"));
    refused("ind.cora.allx is missing");
  }

  @Test
  void twoDataSetsInOneFolderNeedAName() throws IOException {
    Files.copy(part("graph"), folder.resolve("ind.other.graph"));
    refused("holds 2 planetoid data sets (cora, other)");
    assertThat(GraphFiles.read(folder.resolve("ind.cora"), work).name()).isEqualTo("cora");
  }

  @Test
  void aGraphThatRunsCodeIsRefused() throws IOException {
    write("graph", "cos\nsystem\n(S'touch owned'\ntR.");
    refused("ind.cora.graph, byte 0: opcode 0x63 names os.system");
    assertThat(folder.resolve("owned")).doesNotExist();
  }

  @Test
  void nodeIdsOutOfRangeAreRefused() throws IOException {
    write("graph", "(dI0\n(lI2708\nas.");
    refused("ind.cora.graph names node 2708, with 2708 nodes");
    write("graph", "(dI0\n(lI-1\nas.");
    refused("names node -1");
    write("graph", "(dI0\n(lF1.5\nas.");
    refused("names node 1.5");
    write("graph", "(dI0\nI5\ns.");
    refused("node 0 has no list of neighbours");
    write("graph", "(l.");
    refused("no dictionary");
  }

  @Test
  void aWrongTestIndexIsRefused() throws IOException {
    String index = Files.readString(part("test.index"));
    String first = index.lines().findFirst().orElseThrow();
    write("test.index", index.replaceFirst(first, "12x"));
    refused("test.index, line 1: '12x' is no node id");
    write("test.index", index.replaceFirst(first, "-5"));
    refused("line 1: '-5' is no node id");
    write("test.index", index.replaceFirst(first, "3"));
    refused("lists node 3, which cannot follow the 1708 rows of allx");
    write("test.index", index.replaceFirst(first, "999999999"));
    refused("lists node 999999999");
    write("test.index", index + first + "\n");
    refused("line 1001: node " + first + " is listed before");
    write("test.index", index.substring(first.length() + 1));
    refused("tx has 1000 rows");
  }

  @Test
  void labelsOfAnotherLengthAreRefused() throws IOException {
    Files.copy(part("y"), part("ally"), StandardCopyOption.REPLACE_EXISTING);
    refused("ally has 140 rows of labels for 1708 rows of features");
  }
}
