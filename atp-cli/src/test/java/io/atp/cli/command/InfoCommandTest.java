package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.atp.cli.Cli;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfoCommandTest {
  @TempDir Path folder;

  @Test
  void everyCountOfASmallListIsKnown() throws IOException {
    // A triangle, an edge apart, one repeat, one loop, one edge given in both directions.
    Path list = Cli.edgeList(folder, "small.txt", "0 1", "1 2", "2 0", "0 2", "0 1", "1 1", "3 4");
    Map<String, Object> info = Cli.succeed("info", list, "--json").json();
    assertThat(info)
        .contains(
            entry("nodes", 5L),
            entry("edges", 4L),
            entry("arcs", 8L),
            entry("features", 0L),
            entry("classes", 0L),
            entry("train", 0L),
            entry("validation", 0L),
            entry("test", 0L),
            entry("isolated", 0L),
            entry("components", 2L),
            entry("maxDegree", 2L),
            entry("meanDegree", 1.6),
            entry("homophily", null),
            entry("duplicatesRemoved", 1L),
            entry("selfLoopsRemoved", 1L),
            entry("symmetrised", true),
            entry("reversesAdded", 3L));
  }

  @Test
  void theTableSaysTheSame() throws IOException {
    Path list = Cli.edgeList(folder, "small.txt", "0 1", "1 2");
    assertThat(Cli.succeed("info", list).out())
        .containsPattern("nodes +3\\R")
        .containsPattern("edges +2\\R")
        .containsPattern("edge homophily +-\\R");
  }

  @Test
  void coraIsAsPublished() {
    Map<String, Object> info = Cli.succeed("info", Cli.data("cora"), "--json").json();
    assertThat(info)
        .contains(
            entry("nodes", 2708L),
            entry("edges", 5278L),
            entry("features", 1433L),
            entry("classes", 7L),
            entry("train", 140L),
            entry("validation", 500L),
            entry("test", 1000L),
            entry("isolated", 0L),
            entry("components", 78L),
            entry("maxDegree", 168L));
    assertThat((double) info.get("homophily")).isBetween(0.80, 0.82);
  }

  @Test
  void wikiVoteIsSymmetrised() {
    Map<String, Object> info =
        Cli.succeed("info", Cli.data("topology/wiki-Vote.txt"), "--json").json();
    assertThat(info)
        .contains(entry("nodes", 7115L), entry("edges", 100762L), entry("symmetrised", true));
  }
}
