package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {
  @TempDir Path folder;

  @Test
  void aShapeIsMadeAtItsScaleAndReadBack() {
    Path out = folder.resolve("arxiv");
    Map<String, Object> record =
        Cli.succeed(
                "generate",
                "--shape",
                "arxiv",
                "--scale",
                0.01,
                "--features",
                "generated",
                "--out",
                out,
                "--json")
            .json();
    assertThat(((Map<?, ?>) record.get("config")).get("classes")).isEqualTo(40L);
    assertThat(out.resolve("features.npy")).doesNotExist();
    Map<String, Object> info = Cli.succeed("info", out, "--json").json();
    assertThat(info.toString()).contains("1693").contains("128").contains("arxiv-shaped");
    Path hops = folder.resolve("hops");
    Cli.succeed("propagate", out, "--hops", 1, "--r", 0.5, "--out", hops);
    assertThat(hops.resolve("hop-1.npy")).exists();
  }

  @Test
  void whatCannotFitIsRefusedBeforeItIsBegun() {
    Path out = folder.resolve("large");
    Cli refused =
        Cli.run(
            "generate", "--shape", "papers100M", "--scale", 1, "--memory", "100m", "--out", out);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .contains("generate of 111,059,956 nodes and 3,228,123,868 arcs needs at least")
        .contains("the limit is 100 MB; --memory ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void generatedFeaturesPropagateLikeStoredOnes() throws IOException {
    for (String form : new String[] {"12,stored", "12,generated"}) {
      Path store = folder.resolve(form);
      Cli.succeed("generate", "--nodes", 400, "--edges", 2_000, "--features", form, "--out", store);
      Cli.succeed("propagate", store, "--hops", 2, "--out", folder.resolve("hops-" + form));
    }
    assertThat(sums("hops-12,generated")).isEqualTo(sums("hops-12,stored"));
  }

  @Test
  void theStoreIsTheSameForAnyMemory() throws IOException {
    for (String memory : new String[] {"1m", "4g"}) {
      Cli.succeed(
          "generate",
          "--nodes",
          3_000,
          "--edges",
          30_000,
          "--memory",
          memory,
          "--out",
          folder.resolve("at-" + memory));
    }
    assertThat(sums("at-1m")).isEqualTo(sums("at-4g"));
  }

  @Test
  void halfARequestIsRefused() {
    Path out = folder.resolve("none");
    assertThat(Cli.run("generate", "--nodes", 10, "--out", out).err())
        .contains("give --nodes and --edges, or --shape and --scale");
    assertThat(Cli.run("generate", "--shape", "corra", "--out", out).err())
        .contains("no shape is called 'corra'; there are cora, citeseer");
    assertThat(Cli.run("generate", "--shape", "cora", "--features", "many", "--out", out).err())
        .contains("--features must be a number of columns, none, stored or generated, got 'many'");
  }

  private Map<String, Object> sums(String name) throws IOException {
    return Cli.checksums(Cli.jsonFile(folder.resolve(name).resolve("run.json")));
  }
}
