package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.Cell.Probe;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.Measurement;
import io.atp.lab.cell.Replay;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Studies;
import io.atp.lab.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Running times of Figure 4 on a small generated graph.
class TimedCellsTest {
  @TempDir private Path folder;

  private final Study study = Studies.named("time").getFirst();
  private SmallLab lab;
  private Findings findings;

  @BeforeEach
  void measure() throws IOException {
    lab = new SmallLab(folder);
    findings = lab.run(List.of(study), 2);
  }

  private List<Cell> timed() {
    return study.cells("cora", true).stream().filter(c -> c.probe() == Probe.SECONDS).toList();
  }

  @Test
  void timesAreTakenWhenNothingElseIsLeftToDo() {
    assertThat(timed()).hasSize(12);
    assertThat(lab.measured()).doesNotHaveDuplicates().endsWith(timed().toArray(Cell[]::new));
  }

  @Test
  void everyTimedRunHasSecondsOfEveryRoom() {
    for (Cell cell : timed()) {
      CellRecord record = findings.require(cell);
      assertThat(record.test()).hasSize(Measurement.TIMED_RUNS);
      assertThat(record.seconds().get("propagate")).isPositive();
      assertThat(record.seconds().get("train")).isPositive();
      if (record.operator().containsKey("correction")) {
        assertThat(record.seconds().get("correct")).isPositive();
      }
    }
  }

  @Test
  void aTimedRunIsTheRunOfTheScores() {
    for (Cell cell : timed()) {
      CellRecord scores = findings.require(cell.withProbe(Probe.SCORES));
      CellRecord timed = findings.require(cell);
      assertThat(timed.operator()).isEqualTo(scores.operator());
      assertThat(timed.test().subList(0, 2)).isEqualTo(scores.test());
    }
  }

  @Test
  void aTimedRecordCanBeMeasuredAgain() throws IOException {
    try (Workspace work = Workspace.open(1)) {
      var subject = SmallLab.open("cora", work);
      Path file = lab.records().file(timed().getLast(), subject.checksum());
      assertThat(Replay.differences(CellRecords.open(file), subject, work)).isEmpty();
    }
  }

  @Test
  void barsAndTheAnswerAreDrawnFromThem() {
    var bars = (Panel.Bars) ((Figure) study.exhibit(findings)).panels().getFirst();
    assertThat(bars.bars()).hasSize(12);
    CellRecord first = findings.require(timed().getFirst());
    assertThat(bars.bars().getFirst().heights().getLast())
        .isEqualTo(first.seconds().get("train") / Measurement.TIMED_RUNS);
    assertThat(study.answer(findings).orElseThrow().text())
        .matches(
            ".* \\(Figure 4\\) Geometric means over cora: SGC, plain [0-9.]+ s a run, correction"
                + " [0-9.]+ times as long, .*; GAMLP, plain [0-9.]+ s a run, .* times as long\\.");
  }
}
