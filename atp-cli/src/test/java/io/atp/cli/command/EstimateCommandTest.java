package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstimateCommandTest {
  @TempDir Path folder;

  @Test
  void aStoreIsEstimatedFromItsManifest() {
    Path store = Cli.store(folder);
    Map<String, Object> result =
        Cli.succeed("estimate", store, "--hops", 2, "--threads", 1, "--json").json();
    assertThat(result).containsEntry("nodes", 300L).containsEntry("features", 20L);
    Map<?, ?> rooms = (Map<?, ?>) result.get("rooms");
    assertThat(rooms.keySet().toString()).isEqualTo("[import, correct, encode, propagate]");
    for (Object room : rooms.values()) {
      List<?> memory = (List<?>) ((Map<?, ?>) room).get("memoryBytes");
      assertThat((Long) memory.get(0)).isLessThan((Long) memory.get(1));
      assertThat(((Map<?, ?>) room).get("fits")).isEqualTo(true);
    }
  }

  @Test
  void sizesThatDoNotFitSaySo() {
    String text =
        Cli.succeed(
                "estimate",
                "--nodes",
                111_059_956,
                "--edges",
                1_614_061_934L,
                "--memory",
                "2g",
                "--threads",
                1)
            .out();
    assertThat(text)
        .startsWith("111,059,956 nodes, 3,228,123,868 arcs, 128 features, 3 hops; 2.0 GiB")
        .contains("import fits: ")
        .contains("propagate DOES NOT FIT the limit: two panels of 4 to ");
    assertThat(Cli.run("estimate").err()).contains("give DATA, or --nodes and --edges");
  }

  @Test
  void whatCannotFitIsRefusedWithWhatWould() {
    Path store = Cli.store(folder);
    Cli refused = Cli.run("encode", store, "--memory", "1m", "--out", folder.resolve("e"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.errorLines())
        .anyMatch(
            line ->
                line.matches(
                    "atp: encode of 300 nodes and [0-9,]+ arcs needs at least [0-9]+ MB of memory"
                        + " \\([0-9]+ bytes a node for .*\\), the limit is 1 MB; --memory [0-9]+m"
                        + " or --only degree,clustering,pagerank .* would do"));
    assertThat(Cli.run("correct", store, "--memory", "1m", "--out", folder.resolve("c")).err())
        .contains("the limit is 1 MB; --memory")
        .contains("m would do");
  }

  @Test
  void theBytesDoNotDependOnMemory() {
    Path store = Cli.store(folder);
    for (String command : new String[] {"correct", "encode", "import"}) {
      Path plain = folder.resolve(command + "-plain");
      Path tight = folder.resolve(command + "-tight");
      if (command.equals("import")) {
        Cli.succeed(command, store, plain);
        Cli.succeed(command, store, tight, "--memory", "70m");
      } else {
        Cli.succeed(command, store, "--out", plain);
        Cli.succeed(command, store, "--out", tight, "--memory", "70m", "--threads", 1);
      }
      assertThat(sums(tight)).as(command).isEqualTo(sums(plain));
    }
  }

  @Test
  void onlySomeEncodingsAreWritten() {
    Path store = Cli.store(folder);
    Path out = folder.resolve("some");
    Cli.succeed("encode", store, "--only", "pagerank", "--weights", "degree=1", "--out", out);
    assertThat(out.resolve("pagerank.npy")).exists();
    assertThat(out.resolve("degree.npy")).exists();
    assertThat(out.resolve("katz.npy")).doesNotExist();
    assertThat(Cli.run("encode", store, "--only", "fame", "--out", out).err())
        .contains("--only names degree, clustering, eigenvector, pagerank or katz, got 'fame'");
  }

  private static Map<String, Object> sums(Path out) {
    try {
      return Cli.checksums(Cli.jsonFile(out.resolve("run.json")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
