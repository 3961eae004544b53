package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.spark.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `atp spark` as it is typed, on files.
class CommandLineTest {
  private static final int NODES = 40;
  @TempDir private Path folder;

  private record Answer(int exit, String out, String err) {}

  @BeforeEach
  void session() {
    LocalSpark.session();
  }

  private static Answer type(Object... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    String[] args = Arrays.stream(words).map(Object::toString).toArray(String[]::new);
    int exit = Main.run(args, new PrintStream(out), new PrintStream(err));
    return new Answer(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Path edges() throws IOException {
    var text = new StringBuilder("src,dst\n");
    for (int i = 0; i < NODES; i++) {
      text.append("n%d,n%d%n".formatted(i, (i + 2) % NODES));
      text.append("n%d,n%d%n".formatted(i, (i + 4) % NODES));
    }
    return Files.writeString(folder.resolve("edges.csv"), text);
  }

  private Path nodes() throws IOException {
    var text = new StringBuilder("id,f0,f1,label,split\n");
    for (int i = 0; i < NODES; i++) {
      text.append(
          "n%d,%d,%d,%s,%s%n"
              .formatted(
                  i,
                  i % 2,
                  1 - i % 2,
                  i % 2 == 0 ? "even" : "odd",
                  i < 20 ? "train" : i < 30 ? "validation" : "test"));
    }
    return Files.writeString(folder.resolve("nodes.csv"), text);
  }

  private Path written(String format) throws IOException {
    Path table = folder.resolve("edges." + format);
    SparkSession spark = LocalSpark.session();
    spark
        .read()
        .option("header", true)
        .csv(edges().toString())
        .coalesce(1)
        .write()
        .format(format)
        .save(table.toString());
    try (Stream<Path> files = Files.list(table)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void cut(Path file, double share) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, (int) (bytes.length * share)));
    Path checksum = file.resolveSibling("." + file.getFileName() + ".crc");
    Files.deleteIfExists(checksum); // so that the cut is found in the file itself
  }

  private void refusedNaming(Path file, Path edges) throws IOException {
    Path out = folder.resolve("out");
    Answer answer = type("propagate", edges, nodes(), "--hops", 1, "--r", 0.5, "--out", out);
    assertThat(answer.err().lines().toList()).hasSize(1);
    assertThat(answer.err()).startsWith("atp: ").contains(file.getFileName().toString());
    assertThat(answer.exit()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  @Test
  void predictionsAreKeyedByTheTablesOwnIds() throws IOException {
    Path out = folder.resolve("out");
    Answer answer =
        type("run", edges(), nodes(), "--model", "sgc", "--hops", 1, "--r", 0.5, "--out", out);
    assertThat(answer.err()).isEmpty();
    assertThat(answer.exit()).isZero();
    List<Row> rows =
        LocalSpark.session().read().parquet(out.resolve("predictions").toString()).collectAsList();
    assertThat(rows).hasSize(NODES);
    for (Row row : rows) {
      int number = Integer.parseInt(row.<String>getAs("id").substring(1));
      assertThat(row.<String>getAs("label")).isEqualTo(number % 2 == 0 ? "even" : "odd");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void aTableCutShort(String format) throws IOException {
    Path file = written(format);
    cut(file, 0.6);
    // ORC's own refusal names no file, so the table is named
    refusedNaming(format.equals("orc") ? file.getParent() : file, file.getParent());
  }

  @Test
  void aTableWithOtherBytesInside() throws IOException {
    Path file = written("parquet");
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 4, bytes.length / 3, (byte) 0x5a);
    Files.write(file, bytes);
    cut(file, 1);
    refusedNaming(file, file.getParent());
  }

  @Test
  void textUnderTheNameOfATable() throws IOException {
    Path file = Files.writeString(folder.resolve("words.parquet"), "src,dst\na,b\n");
    refusedNaming(file, file);
  }

  @Test
  void aCompressedTableCutShort() throws IOException {
    Path file = folder.resolve("edges.csv.gz");
    try (var gz = new GZIPOutputStream(Files.newOutputStream(file))) {
      gz.write(Files.readAllBytes(edges()));
    }
    cut(file, 0.5);
    refusedNaming(file, file);
  }

  @Test
  void aTableThatIsNotThere() throws IOException {
    Path file = folder.resolve("nowhere.parquet");
    refusedNaming(file, file);
  }

  @Test
  void oneCoefficientAndEncodingsTogether() throws IOException {
    Path out = folder.resolve("out");
    for (String command : List.of("propagate", "run")) {
      Answer answer =
          type(command, edges(), nodes(), "--hops", 1, "--r", 0.5, "--scale", 1, "--out", out);
      assertThat(answer.err())
          .isEqualToIgnoringNewLines(
              "atp: --r sets every coefficient, so --scale cannot be used with it");
      assertThat(answer.exit()).isEqualTo(2);
    }
  }
}
