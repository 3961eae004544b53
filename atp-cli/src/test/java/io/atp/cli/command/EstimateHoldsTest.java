package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.core.encode.Encoding;
import io.atp.core.estimate.Durations;
import io.atp.core.estimate.MachineSpeed;
import io.atp.core.estimate.Need;
import io.atp.core.estimate.Needs;
import io.atp.core.estimate.Span;
import io.atp.core.estimate.Workload;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What commands took, each in a process of its own, lies within what was estimated: the peak the
/// kernel counted (VmHWM), the bytes of the files, and the time within twice the range.
class EstimateHoldsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "correct, 3000, 40000, 16, 1",
    "encode, 30000, 200000, 4, 1",
    "propagate, 5000, 20000, 96, 2"
  })
  void threeRunsStayWithinTheirEstimates(String room, int n, long m, int f, int hops)
      throws IOException, InterruptedException {
    generate(n, m, f);
    holds(room, n, f, hops);
  }

  static List<int[]> thirtySizes() {
    List<int[]> sizes = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      long hash = StatelessHash.of(2026, i);
      int nodes = (int) (1_000 * Math.pow(300, StatelessHash.unit(hash)));
      int degree = 2 + StatelessHash.below(StatelessHash.mix(hash + 1), 30);
      int width = 1 + StatelessHash.below(StatelessHash.mix(hash + 2), 150);
      int hops = 1 + StatelessHash.below(StatelessHash.mix(hash + 3), 4);
      sizes.add(new int[] {nodes, nodes * degree / 2, width, hops});
    }
    return sizes;
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("thirtySizes")
  void thirtyRunsStayWithinTheirEstimates(int[] size) throws IOException, InterruptedException {
    generate(size[0], size[1], size[2]);
    MachineSpeed speed;
    try (Workspace work = Workspace.open(2)) {
      speed = MachineSpeed.measure(work, folder);
    }
    for (String room : new String[] {"import", "correct", "encode", "propagate"}) {
      holds(room, size[0], size[2], size[3]);
      holdsInTime(room, new Durations(sizes(size[0], size[2], size[3]), speed));
    }
  }

  private void holdsInTime(String room, Durations durations) throws IOException {
    Span expected =
        switch (room) {
          case "import" -> durations.build();
          case "correct" -> durations.correct();
          case "encode" -> durations.encode(EnumSet.allOf(Encoding.class), false);
          default -> durations.propagate(Long.MAX_VALUE);
        };
    var rooms = (Map<?, ?>) Cli.jsonFile(folder.resolve(room, "run.json")).get("seconds");
    double seconds = 0;
    for (Map.Entry<?, ?> entry : rooms.entrySet()) {
      boolean other = room.equals("propagate") && entry.getKey().equals("encode");
      seconds += other ? 0 : ((Number) entry.getValue()).doubleValue();
    }
    assertThat(seconds).as(room).isBetween(expected.low() / 2, 2 * expected.high());
  }

  private void generate(int nodes, long edges, int features) {
    Cli.succeed(
        "generate",
        "--nodes",
        nodes,
        "--edges",
        edges,
        "--features",
        features,
        "--out",
        folder.resolve("store"),
        "--quiet");
  }

  private Workload sizes(int n, int f, int hops) throws IOException {
    Path manifest = folder.resolve("store", "manifest.json");
    return new Workload(n, (Long) Cli.jsonFile(manifest).get("arcs"), f, hops, 2);
  }

  private void holds(String room, int n, int f, int hops) throws IOException, InterruptedException {
    Path store = folder.resolve("store");
    Path out = folder.resolve(room);
    Workload sizes = sizes(n, f, hops);
    switch (room) {
      case "import" -> start("import", store, out);
      case "propagate" -> start("propagate", store, "--no-correct", "--hops", hops, "--out", out);
      default -> start(room, store, "--out", out);
    }
    Need need =
        switch (room) {
          case "import" -> Needs.build("import", sizes);
          case "correct" -> Needs.correct(sizes, false);
          case "encode" -> Needs.encode(sizes, EnumSet.allOf(Encoding.class), false);
          default -> Needs.propagate(sizes);
        };
    Map<String, Object> record = Cli.jsonFile(out.resolve("run.json"));
    Object peak = record.get("peakBytes");
    Assumptions.assumeTrue(peak instanceof Long, "skipped: this system tells no peak memory");
    assertThat(((Long) peak).doubleValue())
        .as("%s of %s", room, sizes)
        .isBetween(need.memory().low(), need.memory().high());
    long disk = 0;
    try (var files = Files.list(out)) {
      for (Path file : files.toList()) {
        disk += Files.size(file);
      }
    }
    assertThat(disk).as("%s of %s", room, sizes).isLessThan(need.diskBytes() + (1 << 17));
  }

  private static void start(Object... args) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "--add-modules",
            "jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:MinHeapFreeRatio=5",
            "-XX:MaxHeapFreeRatio=20",
            "-XX:-ShrinkHeapInSteps",
            "-Xms64m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.atp.cli.Main"));
    for (Object arg : args) {
      line.add(arg.toString());
    }
    line.addAll(List.of("--threads", "2", "--quiet"));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }
}
