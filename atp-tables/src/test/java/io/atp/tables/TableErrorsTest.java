package io.atp.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.tables.TableImportConfig.Columns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each ends in one sentence that names the file and the place.
class TableErrorsTest {
  private final Workspace work = Workspace.open(2);
  @TempDir private Path folder;

  @AfterEach
  void close() {
    work.close();
  }

  private void refused(Path path, String message) {
    refused(path, TableImportConfig.defaults(), message);
  }

  private void refused(Path path, TableImportConfig config, String message) {
    assertThatThrownBy(() -> TestTables.read(path, config, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n")
        .hasSizeLessThan(600);
  }

  @Test
  void anIdThatStandsTwiceInTheNodeTable() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b");
    TestTables.text(folder.resolve("nodes.csv"), "id,f1", "a,1", "b,2", "a,3", "c,4", "c,5", "c,6");
    refused(folder, "nodes.csv lists id 'a' 2 times (2 ids stand there more than once)");
  }

  @Test
  void aMissingEndOfAnEdge() throws IOException {
    Path file = TestTables.text(folder.resolve("e.csv"), "src,dst", "a,b", "c,", "d,e");
    refused(file, "e.csv, row 2: column 'dst' holds no id");
  }

  @Test
  void aMissingIdOfANode() throws Exception {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b");
    TestTables.write(
        folder.resolve("nodes.parquet"), "SELECT * FROM (VALUES ('a', 1), (NULL, 2)) n(id, f1)");
    refused(folder, "nodes.parquet, row 2: column 'id' holds no id");
  }

  @Test
  void anUnknownNodeWhereTheTablesAreStrict() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b", "b,x", "y,x");
    TestTables.text(folder.resolve("nodes.csv"), "id", "a", "b");
    refused(
        folder,
        TableImportConfig.defaults().withStrict(true),
        "nodes that are not in " + folder.resolve("nodes.csv") + ", the first 'x'");
  }

  @Test
  void anEmptyFeature() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b");
    TestTables.text(folder.resolve("nodes.csv"), "id,f1,f2", "b,1,2", "it's,3,", "a,5,6");
    refused(folder, "nodes.csv, row 2 (id 'it's'): the feature in column 'f2' is empty");
  }

  @Test
  void aFeatureThatIsNotFinite() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "1,2");
    TestTables.text(folder.resolve("nodes.csv"), "id,f1", "2,1", "1,inf");
    refused(folder, "row 2 (id '1'): the feature in column 'f1' is Infinity, not finite");
  }

  @Test
  void aWordAmongNumbersBeyondTheSample() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "1,2");
    StringBuilder rows = new StringBuilder("id,f1\n");
    for (int i = 0; i < 12_000; i++) {
      rows.append(i).append(i == 11_000 ? ",abc\n" : ",1\n");
    }
    Files.writeString(folder.resolve("nodes.csv"), rows);
    refused(folder, "nodes.csv, line 11002: Error when converting column \"f1\"");
  }

  @Test
  void listsOfDifferentLengths() throws Exception {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b");
    TestTables.write(
        folder.resolve("nodes.parquet"),
        "SELECT * FROM (VALUES ('a', [1.0, 2]), ('b', [1.0])) n(id, x)");
    refused(folder, "the lists of column 'x' have 1 to 2 entries");
  }

  @Test
  void aSplitThatIsNone() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b");
    TestTables.text(folder.resolve("nodes.csv"), "id,split", "a,train", "b,holdout");
    refused(folder, "node 'b' has a split in column 'split' that is none of train, val, test");
  }

  @Test
  void aColumnThatIsNotThere() throws IOException {
    Path file = TestTables.text(folder.resolve("e.csv"), "src,dst", "a,b");
    var columns =
        new Columns(
            Optional.empty(),
            Optional.of("origin"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    refused(
        file,
        TableImportConfig.defaults().withColumns(columns),
        "e.csv has no column 'origin' for src; its columns are 'src', 'dst'");
  }

  @Test
  void moreEdgesThanTheMemoryHolds() throws Exception {
    Path file =
        TestTables.write(
            folder.resolve("e.parquet"), "SELECT 0 AS src, 1 AS dst FROM range(8500000)");
    refused(
        file,
        TableImportConfig.defaults().withMemoryBytes(256L << 20),
        "has more than 8,388,608 edges, at 32 bytes each more than the memory limit of 256 MB");
  }

  @Test
  void raggedRows() throws IOException {
    refused(
        TestTables.text(folder.resolve("e.csv"), "src,dst", "a,b", "c", "d,e"),
        "line 3: Expected Number of Columns: 2 Found: ");
    refused(
        TestTables.text(folder.resolve("f.csv"), "src,dst", "a,b", "c,d,e"),
        "line 3: Expected Number of Columns: 2 Found: ");
  }

  @Test
  void quotesThatNeverClose() throws IOException {
    Path file = folder.resolve("e.csv");
    Files.writeString(file, "src,dst\na,\"b\n" + "c,d\n".repeat(1000));
    refused(file, "e.csv, line 2: Value with unterminated quote found");
  }

  @Test
  void textThatIsNotUtf8() throws IOException {
    Path file = folder.resolve("e.csv");
    Files.write(file, "src,dst\na,b\n\u00ff\u00fe,c\n".getBytes(StandardCharsets.ISO_8859_1));
    refused(file, "e.csv, line 3: Invalid unicode");
    Files.write(file, "s\u00fcd,nord\na,b\n".getBytes(StandardCharsets.ISO_8859_1));
    refused(file, "e.csv is not UTF-8 text near byte 0");
  }

  @Test
  void aMillionColumns() throws IOException {
    Path file = folder.resolve("e.csv");
    Files.writeString(file, "a,".repeat(1_000_000) + "\n");
    refused(file, "columns");
    Files.writeString(file, "column,".repeat(1_000_000) + "\n");
    refused(file, "e.csv has a first row of more than 2,000,000 bytes");
  }

  @Test
  void filesThatAreNoTables() throws IOException {
    refused(Files.write(folder.resolve("e.parquet"), "PAR1nothingPAR1".getBytes()), "e.parquet");
    refused(Files.write(folder.resolve("z.parquet"), new byte[0]), "z.parquet");
    refused(Files.writeString(folder.resolve("e.jsonl"), "{\"src\": 1, \"dst\""), "e.jsonl");
    refused(Files.writeString(folder.resolve("d.jsonl"), "[".repeat(100_000)), "d.jsonl");
    refused(Files.writeString(folder.resolve("e.csv"), ""), "e.csv holds no rows");
    refused(Files.writeString(folder.resolve("one.csv"), "src\na\n"), "has a single column");
    refused(Files.writeString(folder.resolve("g.csv.gz"), "src,dst\n"), "is no whole gzip file");
  }

  @Test
  void aMutatedTableIsReadOrRefused() throws Exception {
    mutatedTables(6);
  }

  @Test
  @Tag("slow")
  void aThousandMutatedTablesAreReadOrRefused() throws Exception {
    mutatedTables(250);
  }

  private void mutatedTables(int rounds) throws Exception {
    Path source =
        TestTables.write(
            folder.resolve("good.parquet"),
            "SELECT 'n' || (i % 50) AS src, 'n' || (i * 7 % 50) AS dst FROM range(300) t(i)");
    byte[] parquet = Files.readAllBytes(source);
    byte[] csv = "src,dst\n\"a\",b\nb,\"c \"\"d\"\"\"\n".repeat(20).getBytes();
    byte[] json = "{\"src\": \"a\", \"dst\": 1}\n".repeat(20).getBytes();
    SplittableRandom random = new SplittableRandom(20240213);
    for (int round = 0; round < rounds; round++) {
      mutated("m.parquet", parquet, random);
      mutated("m.csv", csv, random);
      mutated("m.csv.gz", gzipped(csv), random);
      mutated("m.jsonl", json, random);
    }
  }

  private void mutated(String name, byte[] original, SplittableRandom random) throws IOException {
    byte[] bytes = original.clone();
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    Path file = folder.resolve(name);
    Files.write(file, bytes);
    try (Workspace own = Workspace.open(1)) {
      assertThat(TestTables.read(file, own).data().graph().nodeCount()).isNotNegative();
    } catch (IOException e) {
      assertThat(e).hasMessageContaining(name);
    }
  }

  private static byte[] gzipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    }
    return zipped.toByteArray();
  }
}
