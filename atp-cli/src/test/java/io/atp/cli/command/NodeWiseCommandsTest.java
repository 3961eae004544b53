package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--nodewise` of train, tune and propagate, and what models says of it.
class NodeWiseCommandsTest {
  @TempDir static Path folder;
  private static Path graph;
  private static Path other;

  @BeforeAll
  static void generate() {
    graph = generated("graph", 300);
    other = generated("other", 340);
  }

  private static Path generated(String name, int nodes) {
    Path out = folder.resolve(name);
    Cli.succeed(
        "generate",
        "--nodes",
        nodes,
        "--edges",
        1200,
        "--features",
        10,
        "--classes",
        3,
        "--out",
        out);
    return out;
  }

  private static Object[] arguments(String command, String out, Object... more) {
    List<Object> all = new ArrayList<>(List.of(command, graph, "--out", folder.resolve(out)));
    all.addAll(List.of(more));
    return all.toArray();
  }

  private static Object[] learning(String command, String out, Object... more) {
    List<Object> all = new ArrayList<>(List.of(arguments(command, out)));
    all.addAll(List.of("--split", "10/10", "--seeds", 1, "--set", "epochs=5"));
    all.addAll(List.of(more));
    return all.toArray();
  }

  private static Map<?, ?> part(Map<?, ?> map, String... names) {
    Map<?, ?> at = map;
    for (String name : names) {
      at = (Map<?, ?>) at.get(name);
    }
    return at;
  }

  @Test
  void strategiesAreRecordedAndUsedForBothFamilies() {
    Map<String, Object> record =
        Cli.succeed(
                learning(
                    "train",
                    "star",
                    "--model",
                    "sign",
                    "--nodewise",
                    "scara,ndm",
                    "--set",
                    "ndm.omega=2",
                    "--json"))
            .json();
    assertThat(part(record, "config", "nodewise", "ndm").get("omega")).isEqualTo(2.0);
    assertThat(part(record, "config", "nodewise").keySet()).hasToString("[scara, ndm]");
    assertThat(part(record, "results", "nodewise").get("errorBound")).isInstanceOf(Number.class);
    assertThat(part(record, "results", "baseline", "nodewise").get("arcVisits")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"sign, ndls", "sign, 'scara,ndm'", "appnp, dgc", "pprgo, gdc"})
  void aSavedModelLabelsItsOwnAndAnotherGraph(String model, String names) throws IOException {
    String saved = model + "-" + names;
    Cli.succeed(learning("train", saved, "--model", model, "--nodewise", names));
    Path run = folder.resolve(saved);
    Path own = folder.resolve(saved + "-own.csv");
    Cli.succeed("predict", run, "--out", own);
    assertThat(Files.readAllLines(own)).hasSize(301);
    Path changed = folder.resolve(saved + "-other.csv");
    Cli.succeed("predict", run, other, "--out", changed);
    assertThat(Files.readAllLines(changed)).hasSize(341);
  }

  @Test
  void tuningSearchesStrategiesToo() throws IOException {
    Cli.succeed(
        learning("tune", "tuned", "--model", "sgc", "--nodewise", "scara,ndm", "--budget", 40));
    assertThat(Files.readString(folder.resolve("tuned/trials.json")))
        .contains("\"ndm.tau\"", "\"nodewise\"");
  }

  @Test
  void propagateWritesNodeWiseFeaturesAndWhereNodesStop() throws IOException {
    Map<String, Object> record =
        Cli.succeed(arguments("propagate", "lists", "--hops", 3, "--nodewise", "ndls", "--json"))
            .json();
    assertThat(folder.resolve("lists/hop-3.npy")).exists();
    assertThat(folder.resolve("lists/steps.npy")).exists();
    assertThat(part(record, "results", "places").get("steps").toString()).startsWith("byDistance(");
    assertThat(part(record, "config", "nodewise", "ndls").get("epsilon")).isEqualTo(0.03);
    Cli.succeed(
        arguments(
            "propagate",
            "sums",
            "--hops",
            2,
            "--combine",
            "mean",
            "--nodewise",
            "dgc,scara",
            "--set",
            "dgc.time=2"));
    assertThat(folder.resolve("sums/features.npy")).exists();
    assertThat(folder.resolve("sums/steps.npy")).doesNotExist();
  }

  @Test
  void strategiesAreListedWithTheirSettings() {
    assertThat(Cli.succeed("models").out()).contains("node-wise strategies", "ndls", "scara");
    assertThat(Cli.succeed("models", "ndm", "--for", "cora").out()).contains("ndm.omega = 1.15");
    assertThat(part(Cli.succeed("models", "dgc", "--json").json(), "dgc", "settings").get("time"))
        .isEqualTo(5.0);
  }

  private static String refused(Object... args) {
    Cli result = Cli.run(args);
    assertThat(result.exit()).isEqualTo(2);
    return result.err();
  }

  @Test
  void wrongWordsAreTheUsersMistake() {
    assertThat(refused(learning("train", "x", "--model", "sgc", "--nodewise", "gcd")))
        .contains("there is no node-wise strategy 'gcd'; there are dgc, gdc, ndls, ndm, scara");
    assertThat(refused(learning("train", "x", "--model", "sgc", "--nodewise", "ndm,ndls")))
        .contains("ndls has nothing left to decide after ndm");
    assertThat(refused(learning("train", "x", "--model", "gcn", "--nodewise", "ndm")))
        .contains("--nodewise changes how a decoupled backbone propagates, and gcn is not one");
    assertThat(
            refused(
                learning(
                    "tune", "x", "--model", "sgc", "--nodewise", "ndm", "--set", "ndm.rho=-1")))
        .contains("rho must be finite and not negative, got -1.0");
    assertThat(refused(arguments("propagate", "x", "--hops", 2, "--set", "hidden=3")))
        .contains("--set takes settings of node-wise strategies here, got 'hidden'");
    assertThat(
            refused(
                arguments("propagate", "x", "--hops", 2, "--nodewise", "ndm", "--restart", 0.1)))
        .contains("node-wise choices do not go with a restart in every hop");
    assertThat(folder.resolve("x")).doesNotExist();
  }
}
