package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// train, tune, predict, explain and models, on a graph small enough for a cold JVM.
class LearningCommandsTest {
  @TempDir static Path folder;
  private static Path graph;

  @BeforeAll
  static void generate() {
    graph = folder.resolve("graph");
    Cli.succeed(
        "generate",
        "--nodes",
        300,
        "--edges",
        1200,
        "--features",
        10,
        "--classes",
        3,
        "--out",
        graph);
  }

  private static Map<?, ?> part(Map<?, ?> map, String... names) {
    Map<?, ?> at = map;
    for (String name : names) {
      at = (Map<?, ?>) at.get(name);
    }
    return at;
  }

  private static Cli train(String out, Object... more) {
    Object[] fixed = {
      "train",
      graph,
      "--model",
      "sgc",
      "--split",
      "10/10",
      "--seeds",
      2,
      "--out",
      folder.resolve(out)
    };
    Object[] all = new Object[fixed.length + more.length];
    System.arraycopy(fixed, 0, all, 0, fixed.length);
    System.arraycopy(more, 0, all, fixed.length, more.length);
    return Cli.succeed(all);
  }

  @Test
  void trainingPutsBaselineAndAtpSideBySide() {
    Map<String, Object> record = train("side", "--json").json();
    Map<?, ?> results = part(record, "results");
    assertThat(results.get("model")).isEqualTo("sgc");
    assertThat((List<?>) part(results, "test").get("runs")).hasSize(2);
    assertThat((List<?>) part(results, "baseline", "test").get("runs")).hasSize(2);
    assertThat(part(results, "seconds").keySet())
        .hasToString("[correct, encode, propagate, train]");
    assertThat(part(results, "perDegreeBand")).isNotEmpty();
    assertThat(folder.resolve("side.checkpoints")).doesNotExist();
  }

  @Test
  void aSearchReportsTheScoresOfTheModelItSaves() {
    Map<?, ?> results =
        part(train("auto", "--atp", "auto", "--set", "epochs=5", "--json").json(), "results");
    String saved = Boolean.TRUE.equals(results.get("adviseAtp")) ? "atp" : "baseline";
    assertThat(results.get("test")).isEqualTo(part(results, saved).get("test"));
    assertThat(results.get("operator")).isEqualTo(part(results, saved).get("operator"));
  }

  @Test
  void aRunLeavesAReportOfItselfAndSaysWhere() throws IOException {
    Cli told = train("reported", "--atp", "on", "--set", "epochs=5");
    Path page = folder.resolve("reported").resolve("report.html");
    assertThat(told.out().stripTrailing()).endsWith("Open " + page + " in a browser.");
    assertThat(Files.readString(page))
        .contains(
            "sgc on generated, without and with ATP", "--set epochs=5", "Coefficients by degree")
        .doesNotContain("http://", "https://");
    assertThat(Cli.jsonFile(folder.resolve("reported").resolve("run.json")).get("files"))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsKey("report.html");
    train("reported", "--atp", "off"); // ours to replace
  }

  @Test
  void theSameCommandGivesTheSameModel() throws IOException {
    train("first");
    train("second", "--threads", 1);
    for (String file : new String[] {"weight.classifier.weight.npy", "operator.json"}) {
      assertThat(folder.resolve("second").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("first").resolve(file));
    }
  }

  @Test
  void aSavedModelLabelsItsGraphByOriginalId() throws IOException {
    train("labelled", "--atp", "off");
    Path csv = folder.resolve("labels.csv");
    Cli.succeed("predict", folder.resolve("labelled"), "--out", csv);
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(301);
    assertThat(lines.getFirst()).isEqualTo("id,label,p0,p1,p2");
    String[] cells = lines.get(1).split(",");
    double sum = 0;
    for (int c = 2; c < cells.length; c++) {
      sum += Double.parseDouble(cells[c]);
    }
    assertThat(sum).isBetween(0.9999, 1.0001);
  }

  /// The states of sgc are its propagated features.
  @Test
  void embeddingsComeAsMoreColumns() throws IOException {
    train("states", "--atp", "off");
    Path csv = folder.resolve("states.csv");
    Path rows = folder.resolve("states.jsonl");
    Cli.succeed("predict", folder.resolve("states"), "--embedding", "--out", csv);
    Cli.succeed("predict", folder.resolve("states"), "--embedding", "--out", rows);
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(301);
    assertThat(lines.getFirst()).startsWith("id,label,p0,p1,p2,e0,e1,");
    int columns = lines.getFirst().split(",").length;
    assertThat(lines).allMatch(line -> line.split(",").length == columns);
    assertThat(Files.readAllLines(rows).getFirst()).contains("\"e0\":");
  }

  /// A limit that cannot be kept is refused before anything is computed, with the numbers.
  @Test
  void askingKeepsTheMemoryLimitToo() {
    train("small", "--atp", "off");
    Path model = folder.resolve("small");
    Path csv = folder.resolve("never.csv");
    Cli labels = Cli.run("predict", model, "--memory", "1m", "--out", csv);
    Cli why = Cli.run("explain", model, 17, "--memory", "1m");
    assertThat(labels.exit()).isEqualTo(2);
    assertThat(labels.err()).contains("labelling 300 nodes", "the limit is 1 MB");
    assertThat(csv).doesNotExist();
    assertThat(why.exit()).isEqualTo(2);
    assertThat(why.err()).contains("explaining a node among 300 nodes", "the limit is 1 MB");
  }

  @Test
  void anExplanationOfALinearModelAddsUp() {
    train("explained");
    Map<String, Object> why =
        Cli.succeed("explain", folder.resolve("explained"), 17, "--json").json();
    double sum = (double) why.get("rest");
    for (Object share : (List<?>) why.get("hops")) {
      sum += (double) share;
    }
    assertThat(sum).isBetween((double) why.get("logit") - 1e-3, (double) why.get("logit") + 1e-3);
    assertThat(why.get("exact")).isEqualTo(true);
  }

  /// The graph is in every layer of it: by distance then, with the node's encodings and r.
  @Test
  void aGraphNetworkIsExplainedToo() {
    Path model = folder.resolve("network");
    Cli.succeed(
        "train",
        graph,
        "--model",
        "gcn",
        "--split",
        "10/10",
        "--seeds",
        1,
        "--set",
        "epochs=10",
        "--out",
        model);
    Map<String, Object> why = Cli.succeed("explain", model, 17, "--json").json();
    assertThat(why.get("exact")).isEqualTo(false);
    assertThat((List<?>) why.get("distances")).hasSize(3);
    assertThat(part(why, "encodings").keySet())
        .isEqualTo(Set.of("degree", "clustering", "eigenvector"));
    Cli told = Cli.succeed("explain", model, 17);
    assertThat(told.out() + told.err())
        .contains("node 17: class", "clustering", "r = 0.", "gradient times input");
  }

  @Test
  void tuningLeavesAnOperatorThatTrainTakes() {
    Path tuned = folder.resolve("tuned");
    Map<String, Object> record =
        Cli.succeed(
                "tune",
                graph,
                "--model",
                "sgc",
                "--split",
                "10/10",
                "--seeds",
                2,
                "--budget",
                12,
                "--set",
                "epochs=10",
                "--out",
                tuned,
                "--json")
            .json();
    assertThat(part(record, "results", "baseline", "test").get("mean")).isNotNull();
    assertThat(part(record, "results", "atp", "test").get("mean")).isNotNull();
    assertThat((List<?>) part(record, "results").get("front")).isNotEmpty();
    train("from-tuned", "--atp", tuned.resolve("operator.json"));
  }

  @Test
  void everyBackboneIsListedWithItsSettings() {
    assertThat(Cli.succeed("models").out()).contains("sgc", "gamlp", "label-propagation");
    assertThat(Cli.succeed("models", "s2gc").out()).contains("hops = 16", "learningRate");
    assertThat(Cli.succeed("models", "sign", "--for", "computers").out())
        .isEqualTo(Cli.succeed("models", "sign", "--for", "amazon-computers").out())
        .contains("joined = true");
    assertThat(part(Cli.succeed("models", "--json").json(), "sgc", "settings").get("hops"))
        .isNotNull();
  }

  private static Cli refused(Object... args) {
    Cli result = Cli.run(args);
    assertThat(result.exit()).isEqualTo(2);
    return result;
  }

  @Test
  void wrongWordsAreTheUsersMistake() {
    assertThat(refused("train", graph, "--model", "gnc", "--out", folder.resolve("x")).err())
        .contains("there is no model 'gnc'; there are mlp");
    assertThat(
            refused(
                    "train",
                    graph,
                    "--model",
                    "sgc",
                    "--set",
                    "hop=2",
                    "--out",
                    folder.resolve("x"))
                .err())
        .contains("there is no setting 'hop'");
    assertThat(
            refused(
                    "train",
                    graph,
                    "--model",
                    "sgc",
                    "--atp",
                    "maybe",
                    "--out",
                    folder.resolve("x"))
                .err())
        .contains("--atp must be on, off, auto or a JSON file");
    assertThat(refused("predict", graph, "--out", folder.resolve("y.csv")).err())
        .contains("is not the manifest of a model");
    assertThat(
            refused(
                    "train",
                    graph,
                    "--model",
                    "sgc",
                    "--memory",
                    "10m",
                    "--out",
                    folder.resolve("x"))
                .err())
        .contains("learning from 300 nodes", "the limit is 10 MB");
    assertThat(folder.resolve("x")).doesNotExist();
  }
}
