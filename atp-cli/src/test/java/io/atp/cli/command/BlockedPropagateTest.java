package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.io.checkpoint.WorkFolder;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockedPropagateTest {
  @TempDir Path folder;
  private Path store;

  @BeforeEach
  void generate() {
    store = Cli.store(folder);
  }

  private Map<String, Object> sums(String out, Object... options) throws IOException {
    Object[] line = {"propagate", store, "--hops", 2, "--out", folder.resolve(out), "--quiet"};
    Object[] all = Arrays.copyOf(line, line.length + options.length);
    System.arraycopy(options, 0, all, line.length, options.length);
    Cli.succeed(all);
    assertThat(WorkFolder.pathFor(folder.resolve(out))).doesNotExist();
    Map<String, Object> sums =
        new TreeMap<>(Cli.checksums(Cli.jsonFile(folder.resolve(out + "/run.json"))));
    return sums;
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "last", "mean", "ppr:0.2"})
  void blocksThreadsAndMemoryGiveTheBytesOfOnePiece(String combine) throws IOException {
    Map<String, Object> whole = sums("whole", "--combine", combine);
    assertThat(sums("a", "--combine", combine, "--checkpoint")).isEqualTo(whole);
    assertThat(sums("b", "--combine", combine, "--block", 4, "--threads", 1)).isEqualTo(whole);
    assertThat(sums("c", "--combine", combine, "--block", 16, "--threads", 7)).isEqualTo(whole);
    Cli refused =
        Cli.run("propagate", store, "--hops", 2, "--memory", "1m", "--out", folder.resolve("no"));
    Matcher needed = Pattern.compile("--memory ([0-9]+)m would do").matcher(refused.err());
    assertThat(needed.find()).as(refused.err()).isTrue();
    String least = Long.parseLong(needed.group(1)) + 100 + "m"; // the heap of this JVM may grow
    assertThat(sums("d", "--combine", combine, "--memory", least, "--block", 8)).isEqualTo(whole);
  }

  @Test
  void labelledRowsAreThoseOfTheSplitAndTheirNumbersAreWritten() throws IOException {
    sums("whole");
    Path all = folder.resolve("whole");
    Path kept = folder.resolve("kept");
    Path list = folder.resolve("list.npy");
    long[] wanted = {7, 3, 299, 3};
    NpyWriter.write(list, "<i8", new long[] {4}, MemorySegment.ofArray(wanted));
    sums("kept", "--rows", list);
    assertThat(Npy.read(kept.resolve("rows.npy")).toInts()).containsExactly(3, 7, 299);
    for (int hop = 0; hop <= 2; hop++) {
      float[] whole = Npy.read(all.resolve("hop-" + hop + ".npy")).toFloats();
      float[] some = Npy.read(kept.resolve("hop-" + hop + ".npy")).toFloats();
      int width = whole.length / 300;
      for (int i = 0; i < 3; i++) {
        int row = new int[] {3, 7, 299}[i];
        assertThat(Arrays.copyOfRange(some, i * width, (i + 1) * width))
            .isEqualTo(Arrays.copyOfRange(whole, row * width, (row + 1) * width));
      }
    }
    sums("labelled", "--rows", "labelled");
    assertThat(Npy.read(folder.resolve("labelled/rows.npy")).toInts()).isSorted().isNotEmpty();
  }

  @Test
  void twoByteResultsSayWhatTheyAre() throws IOException {
    Map<String, Object> wide = sums("wide", "--storage", "bf16", "--panels", "bf16");
    assertThat(sums("narrow", "--storage", "bf16", "--panels", "bf16", "--block", 4))
        .isEqualTo(wide);
    assertThat(Npy.readHeader(folder.resolve("wide/hop-1.npy")).type().toString()).isEqualTo("<u2");
    Map<?, ?> results = (Map<?, ?>) Cli.jsonFile(folder.resolve("wide/run.json")).get("results");
    assertThat(results.get("storage").toString()).contains("bfloat16 bits as uint16");
    sums("half", "--storage", "f16");
    assertThat(Npy.readHeader(folder.resolve("half/hop-0.npy")).type().toString()).isEqualTo("<f2");
  }

  @Test
  void theTopologyIsCompressedOnDemandAndTheBytesStayTheSame() throws IOException {
    Map<String, Object> whole = sums("whole");
    assertThat(plan("whole")).containsEntry("topology", "plain");
    assertThat(sums("compressed", "--topology", "compressed")).isEqualTo(whole);
    assertThat(plan("compressed")).containsEntry("topology", "compressed");
    assertThat((Double) plan("compressed").get("bytesPerArc"))
        .isPositive()
        .isLessThan((Double) plan("whole").get("bytesPerArc"));
    assertThat(sums("plain", "--topology", "plain", "--checkpoint")).isEqualTo(whole);
    assertThat(plan("plain")).containsEntry("topology", "plain");
    assertThat(plan("plain").get("bytesPerArc")).isEqualTo(plan("whole").get("bytesPerArc"));
  }

  private Map<String, Object> plan(String out) throws IOException {
    Map<?, ?> results = (Map<?, ?>) Cli.jsonFile(folder.resolve(out + "/run.json")).get("results");
    Map<String, Object> plan = new TreeMap<>();
    ((Map<?, ?>) results.get("plan")).forEach((key, value) -> plan.put(key.toString(), value));
    return plan;
  }

  @Test
  void graphsWithoutFeaturesTravelByBlocksToo() throws IOException {
    Path edges = Cli.edgeList(folder, "e.txt", "0 1", "1 2", "2 3", "3 0", "0 2");
    for (String out : new String[] {"whole", "parts"}) {
      Cli.succeed(
          "propagate",
          edges,
          "--hops",
          1,
          "--out",
          folder.resolve(out),
          "--r",
          0.5,
          "--quiet",
          out.equals("parts") ? "--checkpoint" : "--json");
    }
    for (String hop : new String[] {"hop-0.npy", "hop-1.npy"}) {
      assertThat(folder.resolve("parts/" + hop))
          .hasSameBinaryContentAs(folder.resolve("whole/" + hop));
    }
  }

  @Test
  void wrongOptionsAreOneSentence() throws IOException {
    Object[][] lines = {
      {"--storage", "f8", "--storage must be float32, bf16 or f16, got 'f8'"},
      {"--panels", "f16", "--panels must be float32 or bf16, got 'f16'"},
      {"--topology", "zip", "--topology must be auto, plain or compressed, got 'zip'"},
      {"--block", "3", "--block must lie in [4, 64], got 3"},
    };
    for (Object[] line : lines) {
      Cli refused =
          Cli.run("propagate", store, "--hops", 1, line[0], line[1], "--out", folder.resolve("x"));
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err()).contains(line[2].toString());
      assertThat(Files.exists(folder.resolve("x"))).isFalse();
    }
  }
}
