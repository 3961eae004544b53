package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.atp.cli.Cli;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorrectCommandTest {
  @TempDir Path folder;

  @Test
  void theResultIsAStoreOfTheSmallerGraph() throws IOException {
    Path store = Cli.store(folder);
    Path out = folder.resolve("corrected");
    Map<String, Object> record =
        Cli.succeed("correct", store, "--out", out, "--remove", 0.15, "--json").json();
    var told = (Map<?, ?>) ((Map<?, ?>) record.get("results")).get("correction");
    assertThat((double) told.get("removedShare")).isBetween(0.13, 0.17);

    Map<String, Object> before = Cli.succeed("info", store, "--json").json();
    Map<String, Object> after = Cli.succeed("info", out, "--json").json();
    assertThat((long) before.get("arcs") - (long) after.get("arcs"))
        .isEqualTo(told.get("arcsRemoved"));
    for (String kept : new String[] {"nodes", "features", "classes", "train", "test"}) {
      assertThat(after).contains(entry(kept, before.get(kept)));
    }
  }

  @Test
  void theRecordHoldsTheSettingsAfterDefaults() throws IOException {
    Path out = folder.resolve("corrected");
    Cli.succeed("correct", Cli.store(folder), "--out", out, "--seed", 5);
    Map<String, Object> record = Cli.jsonFile(out.resolve("run.json"));
    @SuppressWarnings("unchecked")
    var config = (Map<String, Object>) record.get("config");
    assertThat(config)
        .contains(
            entry("top", 0.1),
            entry("sample", 0.2),
            entry("mask", 0.5),
            entry("by", "edges"),
            entry("order", "random"),
            entry("seed", 5L));
    assertThat(record).containsKeys("version", "input", "kernels", "jdk", "seconds", "files");
  }

  @Test
  void rowsLeaveADirectedGraph() {
    Path out = folder.resolve("rows");
    Cli.succeed("correct", Cli.store(folder), "--out", out, "--by", "rows");
    assertThat(Cli.succeed("info", out, "--json").json()).contains(entry("symmetric", false));
  }

  @Test
  void everyWayToChooseNodesRuns() {
    Path store = Cli.store(folder);
    Cli.succeed("correct", store, "--out", folder.resolve("a"), "--min-degree", 20);
    Cli.succeed("correct", store, "--out", folder.resolve("b"), "--epsilon", 2, "--steps", 3);
    Cli.succeed("correct", store, "--out", folder.resolve("c"), "--order", "least-alike");
  }

  @Test
  void aSecondRunReplacesTheFirst() throws IOException {
    Path store = Cli.store(folder);
    Path out = folder.resolve("corrected");
    Cli.succeed("correct", store, "--out", out, "--seed", 1);
    Cli.succeed("correct", store, "--out", out, "--seed", 2);
    var config = (Map<?, ?>) Cli.jsonFile(out.resolve("run.json")).get("config");
    assertThat(config.get("seed")).isEqualTo(2L);
  }
}
