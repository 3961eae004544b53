package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.atp.cli.Cli;
import io.atp.io.registry.Counts;
import io.atp.io.registry.Registry;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `atp info --json` on every real graph at hand, against the counts of its description.
class PublishedCountsTest {
  private static Map<String, Object> info(Object data) {
    return Cli.succeed("info", data, "--data-dir", Cli.data(""), "--offline", "--json").json();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cora", "citeseer", "photo", "polblogs", "wiki-vote"})
  void aNamedSetHasItsPublishedCounts(String name) {
    requirePublishedCounts(name);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"pubmed", "computers", "cs", "physics", "flickr-small"})
  void aLargerSetHasThemToo(String name) {
    requirePublishedCounts(name);
  }

  private static void requirePublishedCounts(String name) {
    Counts known = Registry.builtIn().find(name).orElseThrow().counts();
    Map<String, Object> info = info(name);
    assertThat(info)
        .contains(
            entry("nodes", known.nodes()),
            entry("edges", known.edges().getAsLong()),
            entry("features", (long) known.features()),
            entry("classes", (long) known.classes()));
    assertThat(info.get("findings").toString()).doesNotContain("counts-differ");
  }

  @ParameterizedTest
  @CsvSource({
    "cora/cora.plain.npz, 2708, 5278, 1433, 7",
    "citeseer/citeseer.plain.npz, 3327, 4552, 3703, 6",
    "topology/facebook_combined.txt, 4039, 88234, 0, 0",
    "topology/email-Eu-core.txt, 1005, 16064, 0, 0",
  })
  void aFileHasTheCountsOfItsDescription(
      String file, long nodes, long edges, long features, long classes) {
    requireCounts(file, nodes, edges, features, classes);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "pubmed/pubmed.plain.npz, 19717, 44324, 500, 3",
    "topology/soc-Epinions1.txt, 75877, 405739, 0, 0",
  })
  void aLargerFileHasThemToo(String file, long nodes, long edges, long features, long classes) {
    requireCounts(file, nodes, edges, features, classes);
  }

  private static void requireCounts(
      String file, long nodes, long edges, long features, long classes) {
    assertThat(info(Cli.data(file)))
        .contains(
            entry("nodes", nodes),
            entry("edges", edges),
            entry("features", features),
            entry("classes", classes),
            entry("dataSet", null));
  }
}
