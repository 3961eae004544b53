package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.pickle.Pickle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files made to hurt, through the same door as any other. What belongs to one parser alone is
/// tested beside it: PickleTest, NpyTest, NpzTest, GraphMlReaderTest, UnzipTest, BoundedGzipTest.
class HostileFilesTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(1);

  @AfterEach
  void close() {
    work.close();
  }

  private void refused(Path path, String... sentence) {
    assertThatThrownBy(() -> GraphFiles.read(path, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContainingAll(sentence);
  }

  private Path planetoid(String graph) throws IOException {
    int[] rows = {0, 1, 2};
    String[][] parts = {
      {"x", PickleFixture.csr(1, 1, new int[] {0, 1}, 0)},
      {"allx", PickleFixture.csr(2, 1, rows, 0, 0)},
      {"tx", PickleFixture.csr(1, 1, new int[] {0, 1}, 0)},
      {"y", PickleFixture.matrix(1, 2, 1, 0)},
      {"ally", PickleFixture.matrix(2, 2, 1, 0, 0, 1)},
      {"ty", PickleFixture.matrix(1, 2, 0, 1)},
      {"graph", graph}
    };
    for (String[] part : parts) {
      Files.write(folder.resolve("ind.bad." + part[0]), PickleFixture.bytes(part[1]));
    }
    Files.writeString(folder.resolve("ind.bad.test.index"), "2\n");
    return folder;
  }

  @Test
  void theHarmlessFormOfThePicklesIsRead() throws IOException {
    GraphData data = GraphFiles.read(planetoid("(dI0\n(lI1\naI2\nas"), work);
    assertThat(data.graph().edgeCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cos\nsystem\n(S'touch /tmp/owned'\ntR",
        "cposix\nsystem\n(S'true'\ntR",
        "c__builtin__\neval\n(S'1'\ntR",
        "cbuiltins\nexec\n(S'1'\ntR",
        "csubprocess\nPopen\n(S'true'\ntR",
        "c__builtin__\ngetattr\n(Nt",
        "cnumpy\nfromfile\n(S'/etc/passwd'\ntR"
      })
  void aPickleThatCallsAnythingIsRefusedByName(String graph) throws IOException {
    refused(planetoid(graph), "ind.bad.graph, byte 0: opcode 0x63 names", "never run");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c__builtin__\nlist\n(I1\ntR", // REDUCE of a listed name in an unlisted way
        "c__builtin__\nobject\n(tR",
        "cnumpy\nndarray\n(I1000000000\ntR",
        "cscipy.sparse.csr\ncsr_matrix\n(tR",
        "(I1\nI2\ntI1\nR", // REDUCE of what is no name
        "]q\0h\0a", // a list that holds itself
        "(dI0\n]q\0h\0as", // the same as neighbours
      })
  void reduceOffTheListAndListsInThemselvesAreRefused(String graph) throws IOException {
    refused(planetoid(graph), "ind.bad.graph");
  }

  /// Twenty lists, each of which holds the one before thirty times: 30²⁰ elements if anyone counts.
  @Test
  void aMemoBombIsNotUnfolded() throws IOException {
    StringBuilder bomb = new StringBuilder("(l(lI1\nap0\na");
    for (int level = 1; level <= 20; level++) {
      bomb.append("(l").append("g%d\na".formatted(level - 1).repeat(30));
      bomb.append("p%d\na".formatted(level));
    }
    assertThat(Pickle.read(PickleFixture.bytes(bomb.toString()), "bomb")).isInstanceOf(List.class);
    refused(planetoid("(dI0\n" + bomb + "s"), "ind.bad.graph");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "T\u0000\u00ca\u009a\u003b", // 10⁹ bytes of text
        "\u008b\u0000\u00ca\u009a\u003b", // an integer of 10⁹ bytes
        "\u008e\u0000\u00ca\u009a\u003b\u0000\u0000\u0000\u0000",
        "r\u0000\u00ca\u009a\u003b" // memo place 10⁹ of nothing
      })
  void aClaimOfABillionCostsNothing(String graph) throws IOException {
    refused(planetoid(graph), "ind.bad.graph, byte");
  }

  @Test
  void anArrayThatClaimsABillionElementsIsRefused() throws IOException {
    String honest = PickleFixture.csr(2, 1, new int[] {0, 1, 2}, 0, 0);
    String lying = honest.replaceFirst("I2\nt", "I1000000000\nt");
    assertThat(lying).isNotEqualTo(honest);
    planetoid("(dI0\n(lI1\nas");
    Files.write(folder.resolve("ind.bad.allx"), PickleFixture.bytes(lying));
    refused(folder, "ind.bad.allx");
    String rows = honest.replace("I2\nI1\nt", "I1000000000\nI1\nt");
    Files.write(folder.resolve("ind.bad.allx"), PickleFixture.bytes(rows));
    refused(folder, "ind.bad.allx");
  }

  @Test
  void anNpzThatInflatesAThousandfoldIsRefused() throws IOException {
    Path file = folder.resolve("bomb.npz");
    String header = "{'descr': '<i8', 'fortran_order': False, 'shape': (13107200,), }";
    String padded = header + " ".repeat(117 - header.length()) + "\n";
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      zip.putNextEntry(new ZipEntry("adj_shape.npy"));
      zip.write(("\u0093NUMPY\u0001\0v\0" + padded).getBytes(StandardCharsets.ISO_8859_1));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 100; i++) {
        zip.write(zeros);
      }
    }
    assertThat(Files.size(file)).isLessThan(120_000);
    refused(file, "bomb.npz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"e.txt.gz", "m.mtx.gz", "g.graphml.gz", "edges.csv.gz"})
  void textThatInflatesWithoutEndIsCutShort(String name) throws IOException {
    Path file = folder.resolve(name);
    String start =
        name.startsWith("m")
            ? "%%MatrixMarket matrix coordinate pattern general\n"
            : name.startsWith("g") ? "<graphml>" : "0 1\n";
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(start.getBytes(StandardCharsets.US_ASCII));
      byte[] filler = new byte[1 << 20];
      Arrays.fill(filler, (byte) (name.startsWith("g") ? ' ' : '\n'));
      for (int i = 0; i < 40; i++) {
        out.write(filler);
      }
    }
    refused(file, name);
  }

  @Test
  void aTableOfAMillionColumnsIsRefused() throws IOException {
    Path tables = Files.createDirectory(folder.resolve("tables"));
    String header = "id" + ",f".repeat(1_000_000) + "\n";
    Files.writeString(tables.resolve("nodes.csv"), header + "1" + ",0".repeat(1_000_000) + "\n");
    Files.writeString(tables.resolve("edges.csv"), "src,dst\n1,1\n");
    refused(tables, "nodes.csv, line 1");
    // An edge list may have more columns: they are passed over, one as a million.
    Path list = Files.writeString(folder.resolve("wide.txt"), "1 2" + " 0".repeat(1_000_000));
    assertThat(GraphFiles.read(list, work).graph().edgeCount()).isEqualTo(1);
  }

  @Test
  void idsBeyondAnIntAreNamesAndNotPlaces() throws IOException {
    Path list = Files.writeString(folder.resolve("e.txt"), "4294967296 1\n9223372036854775807 1\n");
    assertThat(GraphFiles.read(list, work).graph().nodeCount()).isEqualTo(3);
    refused(Files.writeString(folder.resolve("f.txt"), "0 9223372036854775808\n"), "f.txt");
    String market = "%%MatrixMarket matrix coordinate pattern general\n";
    refused(Files.writeString(folder.resolve("a.mtx"), market + "3 3 1\n4294967297 1\n"), "a.mtx");
    refused(
        Files.writeString(folder.resolve("b.mtx"), market + "4294967297 4294967297 1\n1 2\n"),
        "b.mtx");
    Path csr =
        new NpzFixture()
            .with("indices", new long[] {4294967297L, 0})
            .with("indptr", new long[] {0, 1, 2})
            .with("format", "csr")
            .with("shape", new long[] {2, 2})
            .with("data", new float[] {1, 1})
            .write(folder.resolve("c.npz"));
    refused(csr, "c.npz");
  }

  @Test
  void textThatIsNotUtf8IsRefused() throws IOException {
    byte[] latin = {'i', 'd', '\n', (byte) 0xE9, '\n'};
    Path tables = Files.createDirectory(folder.resolve("tables"));
    Files.write(tables.resolve("nodes.csv"), latin);
    Files.writeString(tables.resolve("edges.csv"), "src,dst\n");
    refused(tables, "nodes.csv", "not UTF-8");
    Path list = folder.resolve("e.txt");
    Files.write(list, new byte[] {'0', ' ', '1', '\n', (byte) 0xE9, ' ', '2', '\n'});
    refused(list, "e.txt, line 2");
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Files.write(disk.resolve("metadata.yaml"), new byte[] {'a', ':', ' ', (byte) 0xFF});
    refused(disk, "metadata.yaml");
  }

  @Test
  void xmlEntitiesAreNeitherOpenedNorMultiplied() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "TOP SECRET");
    Path outside =
        Files.writeString(
            folder.resolve("x.graphml"),
            "<!DOCTYPE g [<!ENTITY s SYSTEM \"%s\">]><graphml><graph><node id=\"&s;\"/></graph></graphml>"
                .formatted(secret.toUri()));
    assertThatThrownBy(() -> GraphFiles.read(outside, work))
        .isInstanceOf(IOException.class)
        .hasMessageNotContaining("TOP SECRET");
    StringBuilder laughs = new StringBuilder("<!DOCTYPE g [<!ENTITY l0 \"ha\">");
    for (int i = 1; i < 12; i++) {
      laughs.append("<!ENTITY l%d \"%s\">".formatted(i, ("&l" + (i - 1) + ";").repeat(10)));
    }
    laughs.append("]><graphml><graph><node id=\"&l11;\"/></graph></graphml>");
    refused(Files.writeString(folder.resolve("l.graphml"), laughs), "l.graphml");
  }
}
