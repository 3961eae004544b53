package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.io.checkpoint.WorkFolder;
import io.atp.io.store.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// `generate`, `import`, `correct` and `encode` that are killed, starved of disk or given damaged
/// parts: the same command ends with the same bytes.
class RestartedCommandsTest {
  private static final int SEVERAL_RUNS = 1_000_000;

  @TempDir Path folder;
  private Path store;
  private Path edges;
  private Path out;
  private Path parts;
  private Path log;
  private int generated = 100_000;

  /// A command line without its output.
  enum Kind {
    GENERATE("graph-1-arcs-0", "graph-1-targets-2", "features.npy-rows-0-250"),
    IMPORT("graph-1-ranges", "graph-1-offsets-3", "graph-1-targets-4"),
    CORRECT("corrected-targets", "corrected-offsets", "features.npy-rows-0-250"),
    ENCODE("corrected-targets", "triangles", "pagerank");

    /// Some of its parts, in the order they are kept.
    private final String[] some;

    Kind(String... some) {
      this.some = some;
    }
  }

  @BeforeEach
  void makeInputs() throws IOException {
    store = folder.resolve("store");
    edges = folder.resolve("edges.txt");
    out = folder.resolve("out");
    parts = WorkFolder.pathFor(out);
    log = folder.resolve("child.log");
    Cli.succeed(
        "generate",
        "--nodes",
        4000,
        "--edges",
        20_000,
        "--features",
        40,
        "--out",
        store,
        "--quiet");
    Random random = new Random(7);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      lines.add(random.nextInt(3_000) + " " + random.nextInt(4_000));
    }
    Files.write(edges, lines);
  }

  private Object[] line(Kind kind, Path to, Object... more) {
    List<Object> line =
        new ArrayList<>(
            switch (kind) {
              case GENERATE -> List.of("generate", "--nodes", 4000, "--edges", generated);
              case IMPORT -> List.of("import", edges, to);
              case CORRECT -> List.of("correct", store);
              case ENCODE -> List.of("encode", store);
            });
    if (kind == Kind.GENERATE) {
      line.addAll(List.of("--features", 40));
    }
    if (kind != Kind.IMPORT) {
      line.addAll(List.of("--out", to));
    }
    if (kind == Kind.GENERATE || kind == Kind.IMPORT) {
      line.addAll(List.of("--memory", "1m")); // many ranges, so that there are many parts
    }
    line.addAll(List.of("--quiet", "--threads", 2));
    line.addAll(List.of(more));
    return line.toArray();
  }

  private Map<String, Object> whole(Kind kind) throws IOException {
    Path whole = folder.resolve("whole");
    Cli.succeed(line(kind, whole));
    return Faults.sums(whole);
  }

  /// Kills the command when a part is there.
  private void killAt(Kind kind, String part) throws Exception {
    Process child = Faults.start(log, "", line(kind, out, "--checkpoint"));
    while (child.isAlive() && !Files.exists(parts.resolve(part + ".json"))) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    child.destroyForcibly().waitFor();
    assertThat(out).as(Files.readString(log)).doesNotExist();
    assertThat(parts.resolve(part + ".json")).as(Files.readString(log)).exists();
  }

  private Map<?, ?> results() throws IOException {
    return (Map<?, ?>) Cli.jsonFile(out.resolve("run.json")).get("results");
  }

  private void goesOnTo(Map<String, Object> whole, Kind kind) throws IOException {
    Cli.succeed(line(kind, out)); // what was left asks for a checkpoint by itself
    assertThat(Faults.sums(out)).isEqualTo(whole);
    assertThat(parts).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "GENERATE, graph-1-offsets-3",
    "ENCODE, pagerank",
  })
  void aKilledCommandGoesOnAndDamagedPartsAreMadeAgain(Kind kind, String at) throws Exception {
    final Map<String, Object> whole = whole(kind);
    killAt(kind, at);
    Path kept = folder.resolve("kept");
    Faults.copy(parts, kept);
    goesOnTo(whole, kind);
    assertThat(results().get("resumed").toString()).contains(kind.some[0]);
    assertThat(results().containsKey("checkpoint")).isFalse();
    List<String> files =
        kind == Kind.GENERATE
            ? List.of("graph-1-ranges", "graph-1-arcs-0", "graph-1-offsets", "graph-1-targets")
            : List.of("corrected-offsets", "corrected-targets", "triangles", "leading", "pagerank");
    for (String name : files) {
      damaged(kind, whole, kept, name, name);
    }
    damaged(kind, whole, kept, at + ".json", at + ".json");
    damaged(kind, whole, kept, "facts.json", "facts.json");
    TemporaryFolder.delete(out);
    Faults.restore(kept, parts);
    Cli other = Cli.succeed(line(kind, out, "--seed", 5, "--json"));
    assertThat(other.json().get("results").toString()).contains("seed changed");
    assertThat(parts).doesNotExist();
  }

  private void damaged(Kind kind, Map<String, Object> whole, Path kept, String name, String named)
      throws IOException {
    TemporaryFolder.delete(out);
    Faults.restore(kept, parts);
    Faults.flip(parts.resolve(name), name.endsWith(".json") ? 20 : 130);
    goesOnTo(whole, kind);
    assertThat(results().get("checkpoint").toString()).as(name).contains(named);
  }

  /// A limit on the size of files is a full disk that needs no rights.
  @ParameterizedTest
  @CsvSource({"IMPORT, 60", "CORRECT, 100"})
  void aFullDiskIsOneSentenceAndTheSameCommandGoesOn(Kind kind, int kib) throws Exception {
    final Map<String, Object> whole = whole(kind);
    fullAt(kind, kib, kind == Kind.IMPORT);
    goesOnTo(whole, kind);
  }

  private void fullAt(Kind kind, int kib, boolean someKept) throws Exception {
    String limit = "ulimit -f %d;".formatted(kib);
    Process child = Faults.start(log, limit, line(kind, out, "--checkpoint"));
    int exit = child.waitFor();
    String said = Files.readString(log);
    assertThat(exit).as(said).isEqualTo(2);
    assertThat(said).contains("File too large").contains(folder.toString());
    if (someKept) {
      assertThat(said).contains("the same command goes on");
    }
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  @Tag("slow")
  @Tag("faults")
  void killedAtEveryStageAndAtTenRandomMomentsItEndsWithTheSameBytes(Kind kind) throws Exception {
    generated = SEVERAL_RUNS;
    final Map<String, Object> whole = whole(kind);
    for (String part : kind.some) {
      killAt(kind, part);
    }
    goesOnTo(whole, kind);
    assertThat(results().get("resumed").toString()).contains(kind.some[1]);
    TemporaryFolder.delete(out);
    long begun = System.nanoTime();
    Path timed = folder.resolve("timed");
    assertThat(Faults.start(log, "", line(kind, timed, "--checkpoint")).waitFor()).isZero();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    var random = new Random(20240513);
    int finished = 0;
    for (int kill = 0; kill < 10; kill++) {
      Process child = Faults.start(log, "", line(kind, out, "--checkpoint"));
      if (!child.waitFor(random.nextLong(millis), TimeUnit.MILLISECONDS)) {
        child.destroyForcibly().waitFor();
      }
      if (Files.exists(out)) {
        assertThat(Faults.sums(out)).isEqualTo(whole);
        TemporaryFolder.delete(out);
        finished++;
      }
    }
    System.out.printf(
        "%s takes %d ms; %d of 10 ended before they were killed%n", kind, millis, finished);
    Cli.succeed(line(kind, out, "--checkpoint"));
    assertThat(Faults.sums(out)).isEqualTo(whole);
    assertThat(parts).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  @Tag("slow")
  @Tag("faults")
  void fiveFullDisksInARowEndWithTheSameBytes(Kind kind) throws Exception {
    generated = SEVERAL_RUNS;
    final Map<String, Object> whole = whole(kind);
    int largest = largestKib(folder.resolve("whole"));
    for (int tenth : new int[] {1, 3, 5, 7, 9}) {
      fullAt(kind, Math.max(1, largest * tenth / 10), false);
    }
    goesOnTo(whole, kind);
  }

  private static int largestKib(Path run) throws IOException {
    try (var files = Files.list(run)) {
      return (int) (files.mapToLong(file -> file.toFile().length()).max().orElseThrow() >> 10);
    }
  }

  /// A file system of its own: too small, five times, for what is still to do, and then filled by
  /// somebody else while the command writes, five times.
  @Test
  @Tag("slow")
  @Tag("faults")
  void aFileSystemThatIsFullAndIsGivenRoomEndsWithTheSameBytes() throws Exception {
    generated = SEVERAL_RUNS;
    final Map<String, Object> whole = whole(Kind.GENERATE);
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Path on = disk.resolve("out");
    String script =
        """
        mount -t tmpfs -o size=64k none %1$s || exit 77
        for size in 64k 4m 12m 20m 23m; do
          mount -o remount,size=$size %1$s || exit 77
          "$@"; code=$?; echo "size $size: exit $code"
          [ $code = 2 ] || exit 78
          [ ! -e %2$s ] || exit 79
        done
        rm -r %4$s
        mount -o remount,size=200m %1$s || exit 77
        for part in graph-1-arcs-0 graph-1-arcs-2 graph-1-targets-4 graph-2-arcs-0 graph-2-targets-1; do
          "$@" & atp=$!
          until [ -e %4$s/$part.json ] || ! kill -0 $atp; do sleep 0.001; done
          fallocate -l $(($(df --output=avail -B1 %1$s | tail -1) - 4000000)) %1$s/filler
          head -c 200m /dev/zero >> %1$s/filler
          wait $atp; code=$?; echo "filled at $part: exit $code"
          [ $code = 2 ] || exit 80
          [ ! -e %2$s ] || exit 81
          rm %1$s/filler
        done
        "$@" && cp %2$s/run.json %3$s
        """
            .formatted(disk, on, folder.resolve("run.json"), WorkFolder.pathFor(on));
    List<String> all = new ArrayList<>(List.of("unshare", "-rm", "bash", "-c", script, "atp"));
    all.addAll(Faults.command(line(Kind.GENERATE, on, "--checkpoint")));
    Process child =
        new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    int code = child.waitFor();
    String said = Files.readString(log);
    Assumptions.assumeTrue(
        code != 77 && !said.contains("unshare"), "skipped: no file systems can be mounted here");
    assertThat(code).as(said).isZero();
    assertThat(said).contains("No space left on device").contains("the same command goes on");
    System.out.print(said);
    assertThat(Cli.checksums(Cli.jsonFile(folder.resolve("run.json")))).isEqualTo(whole);
  }
}
