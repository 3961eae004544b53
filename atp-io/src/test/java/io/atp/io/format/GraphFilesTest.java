package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphFilesTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(1);

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void everyFormatHasItsOwnName() {
    assertThat(GraphFiles.readers())
        .extracting(GraphReader::format)
        .containsExactly(
            "store",
            "planetoid",
            "ogb",
            "graphsaint",
            "heterophilous npz",
            "pickled npz",
            "scipy npz",
            "npz",
            "matrix market",
            "jlg",
            "graphml",
            "ondisk",
            "csv folder",
            "edge list");
  }

  @Test
  void nothingThereAndNothingKnownAreOneSentence() throws IOException {
    assertThatThrownBy(() -> GraphFiles.read(folder.resolve("none"), work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none does not exist: give a native store folder, ");
    Path strange = folder.resolve("x.bin");
    Files.write(strange, new byte[] {0, 1, 2});
    assertThatThrownBy(() -> GraphFiles.read(strange, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("x.bin is in no format known here");
    assertThatThrownBy(() -> GraphFiles.read(folder, work))
        .hasMessageContaining("is in no format known here");
  }

  @Test
  void anEdgeListIsKnownByItsNameOrItsFirstCharacter() throws IOException {
    for (String name :
        new String[] {"a.txt", "a.tsv", "a.csv", "a.el", "a.edges", "a", "a.graph"}) {
      Path file = folder.resolve(name);
      Files.writeString(file, "# c\n3 4\n");
      assertThat(GraphFiles.read(file, work).graph().edgeCount()).isEqualTo(1);
      Files.delete(file);
    }
  }
}
