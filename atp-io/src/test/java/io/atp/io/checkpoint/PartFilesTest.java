package io.atp.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Checkpoint;
import io.atp.core.runtime.KeptArrays;
import io.atp.core.runtime.Workers;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartFilesTest {
  private static final Map<String, Object> FACTS = Map.of("input", "path-of-nine");

  @TempDir private Path folder;
  private final Workers workers = new Workers(2);

  @AfterEach
  void close() {
    workers.close();
  }

  private WorkFolder open() throws IOException {
    return WorkFolder.open(folder.resolve("out"), FACTS);
  }

  /// Two parts in one file, `[3, 8)` and `[8, 20)`.
  private void keepTwo() throws IOException {
    try (WorkFolder open = open()) {
      var parts = new PartFiles(open, workers);
      Path file = parts.file("rows");
      Files.write(file, new byte[30]);
      parts.keep("rows-0", file, 3, 8, 7, -1);
      parts.keep("rows-1", file, 8, 20);
      assertThat(parts.holdsAny()).isTrue();
      assertThat(parts.resumed()).isEmpty();
    }
  }

  private Path file(String name) throws IOException {
    return WorkFolder.pathFor(folder.resolve("out")).resolve(name);
  }

  private void change(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 16;
    Files.write(file, bytes);
  }

  @Test
  void aLaterRunFindsWhatAnEarlierOneKept() throws IOException {
    keepTwo();
    try (WorkFolder open = open()) {
      var parts = new PartFiles(open, workers);
      Checkpoint.Part first = parts.find("rows-0").orElseThrow();
      assertThat(first.from()).isEqualTo(3);
      assertThat(first.bytes()).isEqualTo(5);
      assertThat(first.told()).containsExactly(7, -1);
      assertThat(parts.find("rows-2")).isEmpty();
      assertThat(parts.resumed()).containsExactly("rows-0");
      assertThat(open.news()).isEmpty();
    }
  }

  @Test
  void aFlippedByteCostsThePartItIsInAndNoOther() throws IOException {
    keepTwo();
    change(file("rows"), 9);
    change(file("rows"), 25); // behind all parts
    try (WorkFolder open = open()) {
      var parts = new PartFiles(open, workers);
      assertThat(parts.find("rows-0")).isPresent();
      assertThat(parts.find("rows-1")).isEmpty();
      assertThat(open.news().orElseThrow())
          .contains(file("rows") + " is damaged in bytes 8 to 19, so this part is made again");
      assertThat(file("rows-1.json")).doesNotExist();
    }
  }

  @Test
  void aDamagedNoteAndAShortFileAreNamedAndNotUsed() throws IOException {
    keepTwo();
    change(file("rows-0.json"), 30);
    Files.write(file("rows"), new byte[19]);
    try (WorkFolder open = open()) {
      var parts = new PartFiles(open, workers);
      assertThat(parts.find("rows-0")).isEmpty();
      assertThat(parts.find("rows-1")).isEmpty();
      assertThat(open.news().orElseThrow())
          .contains(file("rows-0.json") + " is damaged")
          .contains(file("rows") + " is not whole");
    }
  }

  @Test
  void otherFactsFindNothing() throws IOException {
    keepTwo();
    try (WorkFolder open = WorkFolder.open(folder.resolve("out"), Map.of("input", "path-of-ten"))) {
      assertThat(new PartFiles(open, workers).find("rows-0")).isEmpty();
      assertThat(open.news().orElseThrow()).contains("(input changed)");
    }
  }

  @Test
  void arraysComeBackAndOtherLengthsDoNot() throws IOException {
    double[] values = {1.5, Double.NaN, -0.0};
    long[] counts = {Long.MIN_VALUE, 4};
    try (WorkFolder open = open()) {
      var parts = new PartFiles(open, workers);
      KeptArrays.keep(
          parts,
          "both",
          new long[] {Long.MAX_VALUE},
          MemorySegment.ofArray(values),
          MemorySegment.ofArray(counts));
    }
    try (WorkFolder open = open()) {
      var parts = new PartFiles(open, workers);
      double[] first = new double[3];
      long[] second = new long[2];
      Optional<long[]> told =
          KeptArrays.load(
              parts, "both", MemorySegment.ofArray(first), MemorySegment.ofArray(second));
      assertThat(told.orElseThrow()).containsExactly(Long.MAX_VALUE);
      assertThat(first).isEqualTo(values);
      assertThat(second).isEqualTo(counts);
      assertThat(KeptArrays.load(parts, "both", MemorySegment.ofArray(first))).isEmpty();
    }
  }

  @Test
  void whatIsDroppedOrDiscardedLeavesNoFile() throws IOException {
    try (WorkFolder open = open()) {
      var parts = new PartFiles(open, workers);
      assertThat(parts.next("graph")).isEqualTo("graph-1");
      assertThat(parts.next("graph")).isEqualTo("graph-2");
      for (String name : new String[] {"graph-1-a", "graph-1-b", "graph-2-a"}) {
        KeptArrays.keep(parts, name, new long[0], MemorySegment.ofArray(new long[4]));
      }
      parts.discard("graph-3", "there is none");
      assertThat(open.news()).isEmpty();
      parts.discard("graph-1", "the wind changed");
      assertThat(open.news().orElseThrow()).endsWith("graph-1-* are not used: the wind changed");
      parts.drop("graph-2-a");
      assertThat(open.path()).isDirectoryNotContaining("glob:**graph*");
    }
  }

  @Test
  void aPartThatCannotBeNotedIsOneSentence() throws IOException {
    try (WorkFolder open = open()) {
      var parts = new PartFiles(open, workers);
      Files.createDirectory(file("rows-0.json.new"));
      Files.write(parts.file("rows"), new byte[9]);
      assertThatThrownBy(() -> parts.keep("rows-0", parts.file("rows"), 0, 9))
          .hasMessageContaining("rows-0 cannot be written");
      assertThat(parts.find("rows-0")).isEmpty();
    }
  }
}
