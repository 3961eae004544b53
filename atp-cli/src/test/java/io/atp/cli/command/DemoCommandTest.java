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
        new String[] {"graph", "correct", "encode", "operator", "propagate", "judge", "write"}) {
      assertThat(told).containsPattern("(?m)^" + room + " .* s$");
    }
    assertThat(told).contains("raw features", "r = 0", "r = 1/2", "ATP", "not tuned");
    assertThat(Cli.succeed("info", out, "--json").json().get("nodes")).isEqualTo(2000L);
  }

  @Test
  void propagationTellsClassesApartThatRawFeaturesDoNot() {
    Map<String, Object> record =
        Cli.succeed(
                "demo", "--nodes", 2000, "--edges", 12000, "--out", folder.resolve("d"), "--json")
            .json();
    var accuracy = (Map<?, ?>) ((Map<?, ?>) record.get("results")).get("accuracy");
    double raw = (double) ((Map<?, ?>) accuracy.get("raw features")).get("all");
    double usual = (double) ((Map<?, ?>) accuracy.get("r = 1/2")).get("all");
    double adapted = (double) ((Map<?, ?>) accuracy.get("ATP")).get("all");
    assertThat(usual).isGreaterThan(raw + 0.05);
    assertThat(adapted).isGreaterThan(raw + 0.05);
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
