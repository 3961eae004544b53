package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.cli.Cli;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.format.GraphFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PropagateCommandTest {
  @TempDir Path folder;

  /// The floats of a `.npy` file: all that follows its 128-byte header.
  private static FloatBuffer floats(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int header = 10 + buffer.getShort(8);
    return buffer.position(header).slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  @Test
  void oneHopWithRZeroIsTheMeanOverANodeAndItsNeighbours() throws IOException {
    Path store = Cli.store(folder);
    Path out = folder.resolve("hops");
    Cli.succeed("propagate", store, "--hops", 1, "--r", 0, "--out", out);
    FloatBuffer x = floats(out.resolve("hop-0.npy"));
    FloatBuffer hop = floats(out.resolve("hop-1.npy"));
    try (Workspace work = Workspace.open(1)) {
      GraphData data = GraphFiles.read(store, work);
      int width = data.features().orElseThrow().width();
      for (int node = 0; node < data.graph().nodeCount(); node++) {
        for (int column = 0; column < width; column++) {
          double sum = x.get(node * width + column);
          for (long arc = data.graph().offset(node); arc < data.graph().offset(node + 1); arc++) {
            sum += x.get(data.graph().target(arc) * width + column);
          }
          assertThat((double) hop.get(node * width + column))
              .isCloseTo(sum / (data.graph().degree(node) + 1), within(1e-5));
        }
      }
    }
  }

  @Test
  void aConstantRTakesTheGraphAsItIs() throws IOException {
    Path store = Cli.store(folder);
    Map<String, Object> plain =
        Cli.succeed(
                "propagate", store, "--hops", 1, "--r", 0.5, "--out", folder.resolve("a"), "--json")
            .json();
    assertThat(((Map<?, ?>) plain.get("config")).get("correct")).isEqualTo(false);
    Map<String, Object> masked =
        Cli.succeed(
                "propagate",
                store,
                "--hops",
                1,
                "--r",
                0.5,
                "--mask",
                0.3,
                "--out",
                folder.resolve("b"),
                "--json")
            .json();
    assertThat(((Map<?, ?>) masked.get("config")).get("correct")).isEqualTo(true);
  }

  @Test
  void everyCombinationGivesTheFilesItPromises() {
    Path store = Cli.store(folder);
    Path out = folder.resolve("hops");
    for (String combine : new String[] {"last", "mean", "ppr:0.1", "heat:3"}) {
      Cli.succeed("propagate", store, "--hops", 2, "--combine", combine, "--out", out);
      assertThat(out).isDirectoryContaining(file -> file.endsWith("features.npy"));
      assertThat(out.resolve("hop-0.npy")).doesNotExist();
    }
    Cli.succeed(
        "propagate",
        store,
        "--hops",
        2,
        "--materialise",
        "--lazy",
        0.1,
        "--restart",
        0.1,
        "--out",
        out);
    for (String file :
        new String[] {
          "hop-0.npy", "hop-1.npy", "hop-2.npy", "left.npy", "right.npy", "operator.npz", "run.json"
        }) {
      assertThat(out.resolve(file)).exists();
    }
  }

  @Test
  void neitherMemoryNorRowOrderChangesAByte() {
    Path store = Cli.store(folder);
    Path out = folder.resolve("hops");
    Object[] line = {"propagate", store, "--hops", 2, "--out", out, "--json"};
    Map<String, Object> free = Cli.checksums(Cli.succeed(line).json());
    Map<String, Object> tight =
        Cli.checksums(
            Cli.succeed("propagate", store, "--hops", 2, "--out", out, "--json", "--memory", "4g")
                .json());
    assertThat(tight).isEqualTo(free);
    for (String order : new String[] {"degree", "community", "auto"}) {
      Object[] ordered = {
        "propagate", store, "--hops", 2, "--out", out, "--json", "--row-order", order
      };
      assertThat(Cli.checksums(Cli.succeed(ordered).json())).as(order).isEqualTo(free);
    }
  }

  @Test
  void aGraphWithoutFeaturesPropagatesRandomOnesAndSaysSo() throws IOException {
    Path list = Cli.edgeList(folder, "small.txt", "0 1", "1 2", "2 0", "2 3");
    Path out = folder.resolve("hops");
    Cli result = Cli.succeed("propagate", list, "--hops", 1, "--out", out);
    assertThat(result.out()).contains("64 random columns");
    var config = (Map<?, ?>) Cli.jsonFile(out.resolve("run.json")).get("config");
    assertThat(config.get("randomFeatures")).isEqualTo(64L);
  }

  @Test
  void sparseFeaturesOfCoraArePropagated() {
    Path out = folder.resolve("cora");
    Map<String, Object> record =
        Cli.succeed(
                "propagate",
                Cli.data("cora"),
                "--hops",
                2,
                "--combine",
                "last",
                "--out",
                out,
                "--json")
            .json();
    assertThat(((Map<?, ?>) record.get("input")).get("features")).isEqualTo(1433L);
    assertThat(floatCount(out)).isEqualTo(2708 * 1433);
  }

  private static int floatCount(Path out) {
    try {
      return floats(out.resolve("features.npy")).remaining();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
