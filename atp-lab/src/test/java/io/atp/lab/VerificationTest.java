package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.lab.study.Studies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationTest {
  @TempDir private Path folder;

  private final List<String> differences = new ArrayList<>();
  private final List<Long> steps = new ArrayList<>();

  @BeforeEach
  void measure() throws IOException {
    new SmallLab(folder).run(Studies.named("kernels"), 2);
  }

  private int verify(int threads, List<Path> files) throws IOException {
    Verification.Listener listener =
        new Verification.Listener() {
          @Override
          public void at(Path record, long done, long all) {
            assertThat(done).isBetween(0L, all - 1);
            steps.add(done);
          }

          @Override
          public void differs(Path record, String difference) {
            differences.add(record.getFileName() + ": " + difference);
          }
        };
    try (Workspace work = Workspace.open(threads)) {
      return new Verification(SmallLab::open, work, listener).of(files);
    }
  }

  @Test
  void allAreTheSameAgainOnAnyNumberOfThreads() throws IOException {
    List<Path> all = Verification.drawn(folder, Integer.MAX_VALUE, 0);
    assertThat(all).hasSizeGreaterThan(3);
    for (int threads : new int[] {1, 3}) {
      steps.clear();
      assertThat(verify(threads, all)).isEqualTo(all.size());
      assertThat(differences).isEmpty();
      assertThat(steps).isSorted().contains(0L).hasSizeGreaterThan(all.size());
    }
  }

  @Test
  void aChangedRecordIsNamed() throws IOException {
    List<Path> all = Verification.drawn(folder, 3, 1);
    Path record = all.getFirst();
    String text = Files.readString(record);
    Files.writeString(record, text.replaceFirst("(\"test\": *\\[\\s*)[0-9.]+", "$10.125"));
    assertThat(verify(2, all)).isEqualTo(3);
    assertThat(differences)
        .singleElement()
        .asString()
        .startsWith(record.getFileName() + ": test was [0.125, ");
  }

  @Test
  void dataThatAreElsewhereAreASentence() throws IOException {
    Path record = Verification.drawn(folder, 1, 0).getFirst();
    Files.writeString(record, Files.readString(record).replace("\"cora\"", "\"citeseer\""));
    assertThatThrownBy(() -> verify(2, List.of(record)))
        .isInstanceOf(IOException.class)
        .hasMessage("it was left at home");
  }

  @Test
  void recordsAreDrawnBySeed() throws IOException {
    List<Path> drawn = Verification.drawn(folder, 2, 7);
    assertThat(drawn).hasSize(2).isSorted().isEqualTo(Verification.drawn(folder, 2, 7));
    assertThat(Verification.drawn(folder, Integer.MAX_VALUE, 0)).containsAll(drawn);
    Path empty = Files.createDirectories(folder.resolve("empty"));
    assertThatThrownBy(() -> Verification.drawn(empty, 2, 7)).hasMessageContaining("no record");
  }
}
