package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.io.json.Json;
import io.atp.learn.plan.OperatorPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsCommandTest {
  @TempDir Path folder;

  private void record(String run, String text) throws IOException {
    Files.createDirectories(folder.resolve(run));
    Files.writeString(folder.resolve(run).resolve("run.json"), text);
  }

  /// A training and a search of the same model and data set share a row.
  @Test
  void recordsBecomeRowsWithPublishedFiguresAndBudgets() throws IOException {
    record(
        "recipe",
        """
        {"config": {}, "results": {"model": "sgc", "dataset": "cora",
         "test": {"mean": 0.81, "std": 0.001}}}
        """);
    record(
        "tuned",
        """
        {"config": {"budget": "24"}, "results": {"model": "sgc", "dataset": "cora",
         "adviseAtp": true,
         "baseline": {"test": {"mean": 0.8, "std": 0.02}},
         "atp": {"test": {"mean": 0.83, "std": 0.01}, "removedShare": 0.37,
                 "operator": {"correction": {"by": "edges"}, "r": 0.25}}}}
        """);
    record(
        "paper",
        """
        {"config": {}, "results": {"model": "gcn", "dataset": "cora",
         "test": {"mean": 0.81, "std": 0.001}}}
        """);
    record(
        "inductive",
        """
        {"config": {"inductive": true}, "results": {"model": "gcn", "dataset": "cora",
         "test": {"mean": 0.6, "std": 0.001}}}
        """);
    record("other", "{\"results\": {}}");
    assertThat(Cli.succeed("results", folder).out().lines().skip(2))
        .containsExactly(
            "| cora | gcn | 81.5 (its authors) | 81.8 → 83.7 | 81.0 ± 0.1 |  |  |  |  |  |",
            "| cora | sgc | 81.0 (its authors) |  | 81.0 ± 0.1 | 24 | 80.0 ± 2.0 | 83.0 ± 1.0 |"
                + " edges, 37 % hidden; r = 0.25 | ATP |",
            "| cora, inductive | gcn |  |  | 60.0 ± 0.1 |  |  |  |  |  |");
  }

  private void measurement(String name, String family, String operator, String scores)
      throws IOException {
    Files.createDirectories(folder.resolve("records"));
    Files.writeString(
        folder.resolve("records").resolve(name + ".json"),
        """
        {"cell": {"probe": "scores", "dataSet": "cora", "model": "gat", "nodewise": [],
                  "operator": {"tuned": "%s"}, "alteration": "none", "settings": {}},
         "validation": %s, "test": %s, "operator": %s, "changes": {}, "removedShare": 0.25,
         "seconds": {}, "series": {}, "failure": "", "generated": false,
         "effort": {"seeds": 2, "budget": 9, "most": {"epochs": 100}, "judgeEvery": 5},
         "data": "abc", "version": "1"}
        """
            .formatted(family, scores, scores, operator));
  }

  @Test
  void searchesOfAReproductionBecomeRows() throws IOException {
    String mask = Json.write(OperatorPlan.adaptive().toMap());
    measurement("a", "atp", mask, "[0.9, 0.92]");
    assertThat(Cli.run("results", folder).err()).contains("holds no run");
    measurement("b", "baseline", "{\"r\": 0.5}", "[0.8, 0.84]");
    assertThat(Cli.succeed("results", folder).out().lines().skip(2))
        .singleElement()
        .asString()
        .contains("| cora | gat |", "| 9 | 82.0 ± 2.8 | 91.0 ± 1.4 |", "25 % hidden", "| ATP |");
    Files.writeString(folder.resolve("records").resolve("c.json"), "{\"cell\": 1}");
    assertThat(Cli.run("results", folder).err()).contains("c.json");
  }

  /// Rows whose runs are gone stay, cells that a run fills are replaced, the words around stay.
  @Test
  void rowsArePutIntoATableOfEarlierRuns() throws IOException {
    record(
        "recipe",
        """
        {"config": {}, "results": {"model": "sgc", "dataset": "cora",
         "test": {"mean": 0.81, "std": 0.001}}}
        """);
    String fresh = Cli.succeed("results", folder).out();
    String row = fresh.lines().skip(2).findFirst().orElseThrow();
    String earlier =
        row.replace(
            "81.0 ± 0.1 |  |  |  |  |  |",
            "7.0 ± 0.1 | 12 | 80.2 ± 0.1 | 80.9 ± 0.0 | r = 0.25 | ATP |");
    String other =
        row.replace("| cora | sgc |", "| zebra | sgc |").replace("81.0 (its authors)", "");
    String head = "# Accuracy\n\n" + fresh.lines().limit(2).reduce("", (a, b) -> a + b + "\n");
    Path page = Files.createTempFile(folder, "page", ".md");
    Files.writeString(page, head + earlier + "\n" + other + "\n\nThe end.\n");
    Cli.succeed("results", folder, "--into", page);
    assertThat(page)
        .hasContent(
            head + earlier.replace("7.0 ± 0.1", "81.0 ± 0.1") + "\n" + other + "\n\nThe end.\n");
    Files.writeString(page, head + "| cora | sgc |\n");
    assertThat(Cli.run("results", folder, "--into", page).err())
        .contains(page + ":5: a row of the table has 2 cells, not 10");
    Files.write(page, new byte[] {(byte) 0xFF, 10});
    assertThat(Cli.run("results", folder, "--into", page).err())
        .contains(page + " is not UTF-8 text");
    Files.writeString(page, "# Accuracy\n");
    assertThat(Cli.run("results", folder, "--into", page).err()).contains("holds no table");
    assertThat(page).hasContent("# Accuracy\n");
  }

  @Test
  void aRecordThatIsNotWholeIsNamed() throws IOException {
    record("half", "{\"results\": {\"model\": \"gcn\", \"dataset\": \"cora\"}}");
    Cli half = Cli.run("results", folder);
    assertThat(half.exit()).isEqualTo(2);
    assertThat(half.err())
        .contains(folder.resolve("half").resolve("run.json") + " is not a whole record of a run")
        .contains("it has no test");
    record(
        "half",
        "{\"results\": {\"model\": \"gcn\", \"dataset\": \"cora\", \"test\": {\"mean\": 1}}}");
    assertThat(Cli.run("results", folder).err()).contains("its test has no std");
  }

  @Test
  void aBoundThatNoRecipeHasIsRefused() {
    Path out = folder.resolve("report");
    assertThat(Cli.run("reproduce", "data", "--at-most", "layer=3", "--out", out).err())
        .contains("--at-most layer: no recipe has such a number");
    assertThat(Cli.run("reproduce", "data", "--at-most", "gcn.order=3", "--out", out).err())
        .contains("--at-most gcn.order");
    assertThat(Cli.run("reproduce", "data", "--at-most", "epochs=0", "--out", out).exit())
        .isEqualTo(2);
    assertThat(out).doesNotExist();
  }
}
