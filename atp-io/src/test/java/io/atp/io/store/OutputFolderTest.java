package io.atp.io.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.io.npy.Npy;
import io.atp.io.record.RunRecord;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {
  @TempDir Path folder;

  private Path out() {
    return folder.resolve("deep").resolve("out");
  }

  private void run(double value) throws IOException {
    try (OutputFolder out = OutputFolder.create(out())) {
      out.writeDoubles("d.npy", new double[] {value});
      new RunRecord("0", List.of("test")).outputs(out.seal()).writeTo(out);
      out.commit();
    }
  }

  private List<String> names(Path at) throws IOException {
    try (Stream<Path> files = Files.list(at)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void everyKindOfArrayIsWritten() throws IOException {
    try (Arena arena = Arena.ofShared();
        OutputFolder out = OutputFolder.create(out())) {
      out.writeDoubles("d.npy", new double[] {1, 2});
      out.writeLongs("l.npy", new long[] {1L << 40});
      out.writeInts("i.npy", new int[] {});
      out.writeFloats("f.npy", new float[] {0.5f});
      out.writeText("t.txt", "Grüße");
      DenseFeatures x = out.mapFloats("x.npy", 300, 7, arena);
      x.data().set(ValueLayout.JAVA_FLOAT_UNALIGNED, x.at(299, 6), 9);
      MemorySegment longs = out.mapNew("m.npy", "<i8", new long[] {4}, arena);
      longs.set(ValueLayout.JAVA_LONG_UNALIGNED, 24, 5);
      assertThat(out.mapFloats("empty.npy", 0, 7, arena).rows()).isZero();
      assertThat(out().resolve("d.npy")).doesNotExist();

      Map<String, FileSummary> files = out.seal();
      assertThat(files.keySet())
          .containsExactly(
              "d.npy", "l.npy", "i.npy", "f.npy", "t.txt", "x.npy", "m.npy", "empty.npy");
      assertThat(files.get("t.txt")).isEqualTo(new FileSummary(7, Sha256.of("Grüße"), "6d7f808d"));
      out.commit();
    }
    assertThat(Npy.read(out().resolve("d.npy")).toDoubles()).containsExactly(1, 2);
    assertThat(Npy.read(out().resolve("l.npy")).toLongs()).containsExactly(1L << 40);
    assertThat(Npy.read(out().resolve("i.npy")).toInts()).isEmpty();
    assertThat(Npy.read(out().resolve("f.npy")).toFloats()).containsExactly(0.5f);
    assertThat(Npy.read(out().resolve("m.npy")).toLongs()).containsExactly(0, 0, 0, 5);
    float[] x = Npy.read(out().resolve("x.npy")).toFloats();
    assertThat(x[2099]).isEqualTo(9);
    assertThat(x[2098]).isZero();
    assertThat(names(out().getParent())).containsExactly("out");
  }

  @Test
  void sha256IsThePublishedOne() {
    assertThat(Sha256.of("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void withoutACommitNothingRemains() throws IOException {
    try (OutputFolder out = OutputFolder.create(out())) {
      out.writeText("t.txt", "x");
    }
    assertThat(out()).doesNotExist();
    assertThat(names(out().getParent())).isEmpty();
    run(1);
    try (OutputFolder out = OutputFolder.create(out())) {
      out.writeText("t.txt", "x");
    }
    assertThat(names(out())).containsExactly("d.npy", "run.json");
  }

  @Test
  void ourOwnEarlierRunIsReplacedWhole() throws IOException {
    run(1);
    run(2);
    assertThat(Npy.read(out().resolve("d.npy")).toDoubles()).containsExactly(2);
    assertThat(names(out().getParent())).containsExactly("out");
    try (OutputFolder out = OutputFolder.create(out())) {
      out.writeText("only.txt", "x");
      out.commit();
    }
    assertThat(names(out())).containsExactly("only.txt");
  }

  @Test
  void anEmptyFolderMayBeUsed() throws IOException {
    Files.createDirectories(out());
    run(3);
    assertThat(names(out())).containsExactly("d.npy", "run.json");
  }

  private void refused(String message) {
    assertThatThrownBy(() -> OutputFolder.create(out()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatIsNotOursIsNeverTouched() throws IOException {
    Files.createDirectories(out());
    Path mine = Files.writeString(out().resolve("thesis.tex"), "years of work");
    refused("holds 'thesis.tex', which atp did not write");
    Files.delete(mine);

    run(1);
    Files.writeString(out().resolve("notes.txt"), "mine");
    refused("holds 'notes.txt'");
    Files.delete(out().resolve("notes.txt"));
    Files.createDirectory(out().resolve("sub"));
    refused("holds 'sub'");
    Files.delete(out().resolve("sub"));

    String record = Files.readString(out().resolve("run.json"));
    Files.writeString(out().resolve("run.json"), record.replace("\"atp\"", "\"other\""));
    refused("which atp did not write");
    Files.writeString(out().resolve("run.json"), "not json");
    refused("which atp did not write");
    assertThat(names(out())).containsExactly("d.npy", "run.json");
    assertThat(names(out().getParent())).containsExactly("out");
  }

  @Test
  void aFolderThatBecomesForeignMeanwhileIsNotReplaced() throws IOException {
    run(1);
    try (OutputFolder out = OutputFolder.create(out())) {
      out.writeText("t.txt", "x");
      Files.writeString(out().resolve("late.txt"), "mine");
      assertThatThrownBy(out::commit).hasMessageContaining("late.txt");
    }
    assertThat(names(out())).containsExactly("d.npy", "late.txt", "run.json");
    assertThat(names(out().getParent())).containsExactly("out");
  }

  @Test
  void aFileInTheWayIsRefused() throws IOException {
    Files.createDirectories(out().getParent());
    Files.writeString(out(), "a file");
    refused("exists and is not a folder");
    Path under = out().resolve("x");
    assertThatThrownBy(() -> OutputFolder.create(under))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a folder");
  }

  @Test
  void leftoversOfDeadRunsAreRemovedAndOfLivingOnesKept() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    String growing;
    try (OutputFolder living = OutputFolder.create(out())) {
      growing = names(out().getParent()).getFirst();
      long pid = ProcessHandle.current().pid();
      String left = growing.replace("-" + pid + "-", "-" + dead.pid() + "-");
      assertThat(left).isNotEqualTo(growing);
      assertThat(living.path()).isEqualTo(out());
      Files.createDirectory(out().resolveSibling(left));
      Files.writeString(out().resolveSibling(left).resolve("half.npy"), "half");
      Path other = Files.createDirectory(out().resolveSibling(".other.atp-thing"));
      run(1);
      assertThat(names(out().getParent())).containsExactly(".other.atp-thing", growing, "out");
      Files.delete(other);
    }
    assertThat(names(out().getParent())).containsExactly("out");
  }

  @Test
  void namesAreCheckedAndUsedOnce() throws IOException {
    try (OutputFolder out = OutputFolder.create(out())) {
      out.writeText("a.txt", "");
      for (String name : new String[] {"a.txt", "../b", "/b", "", ".hidden", "a/b"}) {
        assertThatThrownBy(() -> out.writeText(name, ""))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void aDiskWithoutRoomIsAnExceptionAndLeavesNothing() throws IOException {
    try (Arena arena = Arena.ofConfined();
        OutputFolder out = OutputFolder.create(out())) {
      long beyond = 1L << 60;
      Assumptions.assumeTrue(SystemCalls.found().isPresent(), "skipped: not on this system");
      assertThatThrownBy(() -> out.mapNew("big.npy", "<f4", new long[] {beyond}, arena))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no room for");
    }
    assertThat(names(out().getParent())).isEmpty();
  }

  @Test
  void memoryOfOneThreadIsWrittenLikeAnyOther(@TempDir Path home) throws IOException {
    long count = 1 << 20;
    try (Arena own = Arena.ofConfined();
        Arena shared = Arena.ofShared();
        OutputFolder out = OutputFolder.create(home.resolve("out"))) {
      out.writeArray("own.npy", "<f4", new long[] {count}, own.allocate(4 * count));
      out.writeArray("shared.npy", "<f4", new long[] {count}, shared.allocate(4 * count));
      Map<String, FileSummary> files = out.seal();
      assertThat(files.get("own.npy").sha256()).isEqualTo(files.get("shared.npy").sha256());
    }
  }
}
