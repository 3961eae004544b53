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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes that are killed, files that are damaged and disks that are full: the same command ends
/// with the same bytes.
class RestartTest {
  @TempDir Path folder;
  private Path store;
  private Path out;

  @BeforeEach
  void generate() {
    store = folder.resolve("store");
    out = folder.resolve("out");
    Cli.succeed(
        "generate",
        "--nodes",
        2000,
        "--edges",
        8000,
        "--features",
        160,
        "--classes",
        3,
        "--out",
        store,
        "--quiet");
  }

  private static Object[] line(Path store, Path out, Object... more) {
    List<Object> line = new ArrayList<>(List.of("propagate", store, "--hops", 2, "--out", out));
    line.addAll(List.of("--block", 4, "--quiet"));
    line.addAll(List.of(more));
    return line.toArray();
  }

  private Map<String, Object> whole() throws IOException {
    Cli.succeed(line(store, folder.resolve("whole")));
    return Faults.sums(folder.resolve("whole"));
  }

  private void killWhenBlocksAreFinished(int blocks) throws Exception {
    Process child = Faults.start(folder.resolve("child.log"), "", line(store, out));
    Path parts = WorkFolder.pathFor(out);
    while (child.isAlive() && Faults.count(parts, "block-*.json") < blocks) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    child.destroyForcibly().waitFor();
    assertThat(Faults.count(parts, "block-*.json"))
        .as(Files.readString(folder.resolve("child.log")))
        .isGreaterThanOrEqualTo(blocks);
    assertThat(out).doesNotExist();
  }

  @Test
  void aKilledRunGoesOnAndDamagedPartsAreDoneAgain() throws Exception {
    final Map<String, Object> whole = whole();
    killWhenBlocksAreFinished(3);
    Path parts = WorkFolder.pathFor(out);
    Path kept = folder.resolve("kept");
    Faults.copy(parts, kept);
    for (String kind :
        new String[] {
          "",
          "block-0-4.hop-1",
          "block-4-8.json",
          "facts.json",
          "coefficients.npy",
          "coefficients.json"
        }) {
      if (Files.exists(out)) {
        TemporaryFolder.delete(out);
      }
      Faults.restore(kept, parts);
      if (!kind.isEmpty()) {
        Faults.flip(parts.resolve(kind));
      }
      Cli.succeed(line(store, out, "--threads", 1));
      assertThat(Faults.sums(out)).as(kind).isEqualTo(whole);
      assertThat(parts).doesNotExist();
      Map<?, ?> results = (Map<?, ?>) Cli.jsonFile(out.resolve("run.json")).get("results");
      if (kind.startsWith("block") || kind.equals("facts.json")) {
        assertThat(results.get("checkpoint").toString()).contains(kind).contains("damaged");
      }
    }
    anotherInputOrSettingIsSaidAndNothingIsUsed(kept, parts);
  }

  private void anotherInputOrSettingIsSaidAndNothingIsUsed(Path kept, Path parts)
      throws IOException {
    TemporaryFolder.delete(out);
    Faults.restore(kept, parts);
    Cli lazier = Cli.succeed(line(store, out, "--lazy", 0.1, "--json"));
    assertThat(lazier.json().get("results").toString()).contains("(lazy changed)");
    Cli.succeed(line(store, folder.resolve("lazy"), "--lazy", 0.1));
    assertThat(Faults.sums(out)).isEqualTo(Faults.sums(folder.resolve("lazy")));
    TemporaryFolder.delete(out);
    Faults.restore(kept, parts);
    Faults.flip(store.resolve("features.npy"));
    Cli changed = Cli.succeed(line(store, out, "--json"));
    assertThat(changed.json().get("results").toString()).contains("(features changed)");
    Cli.succeed(line(store, folder.resolve("changed")));
    assertThat(Faults.sums(out)).isEqualTo(Faults.sums(folder.resolve("changed")));
  }

  /// A limit on the size of files is a full disk that needs no rights: the first stops blocks, the
  /// second lets blocks pass and stops a result that is put together from them.
  @Test
  void aFullDiskIsOneSentenceAndTheSameCommandGoesOn() throws Exception {
    final Map<String, Object> whole = whole();
    for (int kib : new int[] {20, 200}) {
      Process child =
          Faults.start(
              folder.resolve("child.log"), "ulimit -f %d;".formatted(kib), line(store, out));
      assertThat(child.waitFor()).isEqualTo(2);
      assertThat(Files.readString(folder.resolve("child.log")))
          .contains("cannot be written: File too large")
          .contains("the same command goes on");
      assertThat(out).doesNotExist();
    }
    assertThat(Faults.count(WorkFolder.pathFor(out), "block-*.json")).isEqualTo(40);
    Cli.succeed(line(store, out));
    assertThat(Faults.sums(out)).isEqualTo(whole);
  }

  @Test
  @Tag("slow")
  @Tag("faults")
  void killedAtTwentyRandomMomentsItStillEndsWithTheSameBytes() throws Exception {
    final Map<String, Object> whole = whole();
    long begun = System.nanoTime();
    assertThat(
            Faults.start(folder.resolve("child.log"), "", line(store, folder.resolve("timed")))
                .waitFor())
        .isZero();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    var random = new Random(20240513);
    int finished = 0;
    for (int kill = 0; kill < 20; kill++) {
      Process child = Faults.start(folder.resolve("child.log"), "", line(store, out));
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
        "a run takes %d ms; %d of 20 ended before they were killed%n", millis, finished);
    Cli.succeed(line(store, out));
    assertThat(Faults.sums(out)).isEqualTo(whole);
    assertThat(WorkFolder.pathFor(out)).doesNotExist();
  }
}
