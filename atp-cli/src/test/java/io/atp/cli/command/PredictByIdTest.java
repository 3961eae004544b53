package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.cli.Main;
import io.atp.cli.StringKeyed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From a CSV with names to predictions by those names.
class PredictByIdTest {
  @TempDir Path folder;

  @Test
  void predictionsAreKeyedByTheIdsOfTheCsv() throws IOException {
    Path store = folder.resolve("store");
    Path run = folder.resolve("run");
    Path csv = folder.resolve("labels.csv");
    Path parquet = folder.resolve("labels.parquet");
    Cli.succeed("import", StringKeyed.folder(folder), store, "--quiet");
    Cli.succeed(
        "train", store, "--model", "sgc", "--seeds", 1, "--atp", "off", "--out", run, "--quiet");
    Cli.succeed("predict", run, "--out", csv, "--quiet");
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.getFirst()).isEqualTo("id,label,p0,p1");
    Set<String> ids = new TreeSet<>();
    Set<String> labels = new TreeSet<>();
    for (String line : lines.subList(1, lines.size())) {
      String id =
          line.startsWith("\"")
              ? line.substring(1, line.indexOf('"', 1))
              : line.substring(0, line.indexOf(','));
      ids.add(id);
      labels.add(line.replaceAll("^(\"[^\"]*\"|[^,]*),([^,]*),.*", "$2"));
    }
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < StringKeyed.NODES; i++) {
      expected.add(StringKeyed.id(i));
    }
    assertThat(ids).isEqualTo(expected);
    assertThat(labels).isSubsetOf("art", "theory");
    Cli.succeed("predict", run, "--out", parquet, "--quiet");
    // A node table of predictions is a table as any other: with the edges it is a graph again.
    Path again = folder.resolve("again");
    Cli.succeed(
        "import",
        folder.resolve("strings/edges.csv"),
        again,
        "--nodes",
        parquet,
        "--features",
        "p*",
        "--strict",
        "--quiet");
    assertThat(Files.mismatch(again.resolve("ids-bytes.npy"), store.resolve("ids-bytes.npy")))
        .isEqualTo(-1);
    Path converted = folder.resolve("converted.parquet");
    Cli.succeed("export", csv, converted, "--to", "parquet", "--what", "predictions", "--quiet");
    assertThat(Files.mismatch(converted, parquet)).isEqualTo(-1);
    Cli wrong = Cli.run("predict", run, "--out", folder.resolve("labels.xyz"));
    assertThat(wrong.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(wrong.err()).contains(".parquet");
  }

  @Test
  void idsThatAreNumbersStayNumbers() throws Exception {
    Path store = Cli.store(folder);
    Path run = folder.resolve("run");
    Path parquet = folder.resolve("labels.parquet");
    Cli.succeed(
        "train", store, "--model", "sgc", "--seeds", 1, "--atp", "off", "--out", run, "--quiet");
    Cli.succeed("predict", run, "--out", parquet, "--quiet");
    try (var connection = DriverManager.getConnection("jdbc:duckdb:");
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT typeof(id), typeof(label), typeof(p0), count(*), max(id) FROM '%s' GROUP BY"
                        .formatted(parquet)
                    + " ALL LIMIT 1")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("BIGINT");
      assertThat(row.getString(2)).isEqualTo("BIGINT");
      assertThat(row.getString(3)).isEqualTo("FLOAT");
    }
  }
}
