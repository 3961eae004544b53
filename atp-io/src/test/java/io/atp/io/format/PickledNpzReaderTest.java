package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.io.RealData;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PickledNpzReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  /// An archive whose `adj_matrix` is one object with this pickle, a character per byte.
  private Path archive(String pickle) throws IOException {
    String header = "{'descr': '|O', 'fortran_order': False, 'shape': (), }";
    String padded = header + " ".repeat(117 - header.length()) + "\n";
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    member.write(
        ("\u0093NUMPY\u0001\0v\0" + padded + pickle).getBytes(StandardCharsets.ISO_8859_1));
    Path file = folder.resolve("o.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("adj_matrix.npy"));
      zip.write(member.toByteArray());
      zip.closeEntry();
    }
    return file;
  }

  private void refused(String pickle, String message) throws IOException {
    Path file = archive(pickle);
    assertThatThrownBy(() -> GraphFiles.read(file, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("o.npz, array 'adj_matrix'")
        .hasMessageContaining(message);
  }

  @Test
  void whatIsNoMatrixOrRunsCodeIsRefused() throws IOException {
    refused("\u0080\u0003]K\u0001a.", "holds no sparse matrix");
    refused("\u0080\u0003N.", "holds no single object");
    refused("\u0080\u0003cos\nsystem\n.", "names os.system, which is not plain data");
    refused(
        "\u0080\u0004\u008c\u0002os\u008c\u0006system\u0093.",
        "names os.system, which is not plain data");
    refused("", "byte 0");
    refused("\u0080\u0004\u0095\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u007f.", "asks for");
    refused("}".repeat(3 << 20), "makes more objects than a file of this size can mean");
    refused("\u0080\u0004N" + "\u0094".repeat(3 << 20), "makes more objects than a file");
  }

  @ParameterizedTest
  @CsvSource({
    "amazon-photo/amazon_photo, 7650, 119081, 745, 8",
    "flickr-small/flickr, 7575, 239738, 12047, 9",
    "polblogs/polblogs, 1490, 16715, 0, 2"
  })
  void pickledAndPlainArchivesHoldTheSame(
      String path, int nodes, long edges, int width, int classes) throws IOException {
    compare(path, nodes, edges, width, classes);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "amazon-computers/amazon_cs, 13752, 245861, 767, 10",
    "coauthor-cs/coauthor_cs, 18333, 81894, 6805, 15",
    "coauthor-physics/coauthor_phy, 34493, 247962, 8415, 5"
  })
  void largerArchivesToo(String path, int nodes, long edges, int width, int classes)
      throws IOException {
    compare(path, nodes, edges, width, classes);
  }

  private void compare(String path, int nodes, long edges, int width, int classes)
      throws IOException {
    GraphData data = GraphFiles.read(RealData.path(path + ".npz"), work);
    assertThat(data.format()).isEqualTo("pickled npz");
    assertThat(data.graph().nodeCount()).isEqualTo(nodes);
    assertThat(data.graph().edgeCount()).isEqualTo(edges);
    assertThat(data.features().map(Features::width).orElse(0)).isEqualTo(width);
    Labels labels = data.labels().orElseThrow();
    assertThat(labels.classCount()).isEqualTo(classes);
    assertThat(data.splits()).isEmpty();

    GraphData plain = GraphFiles.read(RealData.path(path + ".plain.npz"), work);
    assertThat(plain.account()).isEqualTo(data.account());
    assertThat(plain.graph().targets().mismatch(data.graph().targets())).isEqualTo(-1);
    assertThat(plain.labels().orElseThrow()).usingRecursiveComparison().isEqualTo(labels);
    if (width > 0) {
      SparseFeatures x = (SparseFeatures) data.features().orElseThrow();
      SparseFeatures y = (SparseFeatures) plain.features().orElseThrow();
      assertThat(x.offsets().mismatch(y.offsets())).isEqualTo(-1);
      assertThat(x.columns().mismatch(y.columns())).isEqualTo(-1);
      assertThat(x.values().mismatch(y.values())).isEqualTo(-1);
    }
  }
}
