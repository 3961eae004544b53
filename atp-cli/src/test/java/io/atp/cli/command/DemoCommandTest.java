package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  @TempDir Path folder;

  @Test
  void everyRoomHasItsLineAndTheResultCanBeUsed() {
    Path out = folder.resolve("demo");
    String told = Cli.succeed("demo", "--nodes", 2000, "--edges", 12000, "--out", out).out();
    for (String room :
        new String[] {
          "graph", "correct", "encode", "operator", "propagate", "learn", "search", "write"
        }) {
      assertThat(told).containsPattern("(?m)^" + room + " .* s$");
    }
    assertThat(told).contains("raw features", "no ATP, tuned", "ATP, tuned", "same budget");
    assertThat(Cli.succeed("info", out, "--json").json().get("nodes")).isEqualTo(2000L);
    assertThat(out.resolve("report.html")).content().contains("The graph was generated");
  }

  @Test
  void propagationTellsClassesApartThatRawFeaturesDoNot() {
    Map<String, Object> record =
        Cli.succeed(
                "demo", "--nodes", 2000, "--edges", 12000, "--out", folder.resolve("d"), "--json")
            .json();
    double raw = test(record, "rawFeatures");
    assertThat(test(record, "baseline")).isGreaterThan(raw + 0.05);
    assertThat(test(record, "atp")).isGreaterThan(raw + 0.05);
  }

  private static double test(Map<String, Object> record, String name) {
    var result = (Map<?, ?>) ((Map<?, ?>) record.get("results")).get(name);
    return (double) ((Map<?, ?>) result.get("test")).get("mean");
  }

  @Test
  void quietIsQuiet() {
    Cli result =
        Cli.succeed(
            "demo", "--nodes", 500, "--edges", 2000, "--out", folder.resolve("d"), "--quiet");
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isEmpty();
  }
}
