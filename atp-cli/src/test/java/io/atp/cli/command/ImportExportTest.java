package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.cli.Main;
import io.atp.cli.StringKeyed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportExportTest {
  @TempDir Path folder;

  private Path imported() throws IOException {
    Path store = folder.resolve("store");
    if (!Files.exists(store)) {
      Cli.succeed("import", StringKeyed.folder(folder), store, "--threads", 1, "--quiet");
    }
    return store;
  }

  /// The checksums of the files of a store.
  private static Map<String, Object> sums(Path store) throws IOException {
    return Cli.checksums(Cli.jsonFile(store.resolve("manifest.json")));
  }

  private Path exported(String format) throws IOException {
    Path store = imported();
    boolean file = List.of("npz", "mtx", "graphml").contains(format);
    Path out = folder.resolve(file ? "out." + format : "out-" + format);
    Cli.succeed("export", store, out, "--to", format, "--threads", 1, "--quiet");
    return out;
  }

  @ParameterizedTest
  @ValueSource(strings = {"npz", "npy", "csv", "parquet", "ondisk", "graphml"})
  void importExportImportIsTheIdentity(String format) throws IOException {
    Path again = folder.resolve("again");
    Cli.succeed("import", exported(format), again, "--threads", 2, "--quiet");
    assertThat(sums(again)).isEqualTo(sums(folder.resolve("store")));
    assertThat(sums(again)).containsKeys("ids-bytes.npy", "class-names.json", "split-test.npy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mtx", "bvgraph"})
  void formatsOfEdgesAloneKeepTheEdgesAndSayWhatTheyLose(String format) throws IOException {
    Path out = exported(format);
    Path again = folder.resolve("again");
    Cli.succeed("import", out, again, "--quiet");
    for (String file : List.of("offsets.npy", "targets.npy")) {
      assertThat(sums(again).get(file)).isEqualTo(sums(folder.resolve("store")).get(file));
    }
    Path twice = folder.resolve("twice." + format);
    assertThat(Cli.succeed("export", imported(), twice, "--to", format).out())
        .contains(format + " has no place for the features", "no place for the original ids");
  }

  @Test
  void aCsvFolderIsTheSameByEitherReader() throws IOException {
    Path csv = StringKeyed.folder(folder);
    Path tables = folder.resolve("tables");
    Cli.succeed("import", csv, tables, "--id", "id", "--memory", "1g", "--quiet");
    assertThat(Cli.jsonFile(tables.resolve("run.json")).toString()).contains("format=tables");
    assertThat(sums(tables)).isEqualTo(sums(imported()));
  }

  @Test
  void columnsCanBeNamed() throws IOException {
    Path edges =
        Cli.edgeList(folder, "links.csv", "kind,b,a", "x,u1,u2", "x,u2,u3", "y,u3,u9", "y,u1,u3");
    Path nodes =
        Cli.edgeList(
            folder,
            "people.csv",
            "who,team,w1,w2,age",
            "u3,red,1,2,9",
            "u1,blue,3,,8",
            "u2,red,5,6,7");
    Path out = folder.resolve("out");
    Cli refused = run(edges, nodes, out);
    assertThat(refused.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(refused.err()).contains("people.csv, row 2", "w2", "empty");
    Cli strict = run(edges, nodes, out, "--missing", "zero", "--strict");
    assertThat(strict.err()).contains("u9");
    assertThat(out).doesNotExist();
    Cli told = run(edges, nodes, out, "--missing", "zero");
    assertThat(told.exit()).as(told.err()).isZero();
    assertThat(told.out())
        .contains("nodes.label ← column 'team' (as given)", "1 nodes occur in edges only");
    Map<String, Object> manifest = Cli.jsonFile(out.resolve("manifest.json"));
    assertThat(manifest).containsEntry("nodes", 4L).containsEntry("features", 2L);
    assertThat(out.resolve("class-names.json")).content().contains("blue").contains("red");
  }

  private static Cli run(Path edges, Path nodes, Path out, Object... more) {
    Object[] line = {
      "import",
      edges,
      out,
      "--nodes",
      nodes,
      "--id",
      "who",
      "--src",
      "b",
      "--dst",
      "a",
      "--label",
      "team",
      "--features",
      "w*"
    };
    Object[] all = Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    return Cli.run(all);
  }

  @Test
  void theDoctorsFindingsStandInTheRecord() throws IOException {
    Path list = Cli.edgeList(folder, "g.txt", "0 1", "0 1", "2 2", "3 4");
    Cli told = Cli.succeed("import", list, folder.resolve("g"), "--json");
    assertThat(told.json().get("results").toString()).contains("findings", "severity");
  }

  @Test
  void whatARunComputedIsWrittenByOriginalId() throws IOException {
    Path store = imported();
    Path encoded = folder.resolve("encoded");
    Cli.succeed("encode", store, "--no-correct", "--out", encoded, "--quiet");
    Path table = folder.resolve("r.csv");
    Cli.succeed("export", encoded, table, "--to", "csv", "--quiet");
    List<String> lines = Files.readAllLines(table);
    assertThat(lines.getFirst()).startsWith("id,coefficients,degree,");
    assertThat(lines).hasSize(StringKeyed.NODES + 1);
    assertThat(lines.get(1)).startsWith("\"auteur é,1\",");
    Path hops = folder.resolve("hops");
    Cli.succeed("propagate", store, "--hops", 2, "--materialise", "--out", hops, "--quiet");
    Path parquet = folder.resolve("hops.parquet");
    Cli.succeed("export", hops, parquet, "--to", "parquet", "--what", "hops", "--quiet");
    assertThat(parquet).isNotEmptyFile();
    Path operator = folder.resolve("operator.csv");
    Cli.succeed("export", hops, operator, "--to", "csv", "--what", "operator", "--quiet");
    assertThat(Files.readAllLines(operator).getFirst()).isEqualTo("src,dst,weight");
    Cli wrong = Cli.run("export", hops, folder.resolve("x"), "--to", "mtx");
    assertThat(wrong.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(wrong.err()).contains("parquet or csv");
  }
}
