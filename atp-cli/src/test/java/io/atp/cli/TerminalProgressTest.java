package io.atp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalProgressTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private long now;

  private TerminalProgress progress(boolean interactive) {
    return new TerminalProgress(
        new PrintStream(written, true, StandardCharsets.UTF_8), interactive, () -> now);
  }

  private String text() {
    return written.toString(StandardCharsets.UTF_8);
  }

  private void reportEvery(TerminalProgress progress, long millis, int units) {
    for (int done = 0; done < units; done++) {
      progress.report("count", done, units);
      now += millis * 1_000_000;
    }
  }

  @Test
  void shortWorkSaysNothing() {
    reportEvery(progress(true), 1, 200);
    reportEvery(progress(false), 20, 200);
    assertThat(text()).isEmpty();
  }

  @Test
  void aTerminalIsRedrawnAtMostTenTimesASecond() {
    reportEvery(progress(true), 1, 2300); // 2.3 s, drawing starts after 0.3
    assertThat(text().split("\r", -1)).hasSize(1 + 20);
    assertThat(text()).contains("count", "% ", "1,000/s", "s left").doesNotContain("\n");
  }

  @Test
  void theLineIsClearedWhenTheStepEnds() {
    TerminalProgress progress = progress(true);
    reportEvery(progress, 100, 10);
    progress.report("count", 10, 10);
    assertThat(text()).endsWith("\r\u001b[K");
  }

  @Test
  void elsewhereAPlainLineComesEveryFiveSeconds() {
    reportEvery(progress(false), 100, 200); // 20 s
    assertThat(text().lines()).hasSize(3).allMatch(line -> line.startsWith("atp: count: "));
    assertThat(text().lines().toList().getFirst()).isEqualTo("atp: count: 25 %, 10/s, 15.0 s left");
  }

  @Test
  void workDoneBeforeTheFirstReportDoesNotCountInTheRate() {
    TerminalProgress progress = progress(false);
    progress.report("count", 50, 100);
    now += 10_000_000_000L;
    progress.report("count", 60, 100);
    assertThat(text()).isEqualTo("atp: count: 60 %, 1.000/s, 40.0 s left\n");
  }

  @Test
  void whatIsBeingDoneStandsInPlaceOfTheRate() {
    TerminalProgress progress = progress(false);
    progress.report("cora", "gat", 0, 100);
    now += 5_000_000_000L;
    progress.report("cora", "gamlp", 0, 100);
    now += 5_000_000_000L;
    progress.report("cora", "gamlp", 10, 100);
    assertThat(text())
        .isEqualTo("atp: cora: 0 %, gamlp\natp: cora: 10 %, gamlp, 1 min 30 s left\n");
  }

  @Test
  void aNewStepStartsItsOwnClock() {
    TerminalProgress progress = progress(false);
    reportEvery(progress, 100, 40); // 4 s
    progress.report("other", 0, 10);
    now += 4_000_000_000L;
    progress.report("other", 1, 10);
    assertThat(text()).isEmpty();
  }
}
