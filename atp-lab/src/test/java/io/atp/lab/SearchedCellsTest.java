package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Workspace;
import io.atp.io.json.Json;
import io.atp.lab.cell.AtpPart;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.Measurement;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.cell.Subject;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.tune.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cells that take a search, on a small generated graph that stands for Cora.
class SearchedCellsTest {
  @TempDir private Path folder;

  @Test
  void aBaselineIsSearchedAloneOnlyWhereNobodyAsksForAtp() throws Exception {
    Cell atp = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.ADAPTIVE));
    Cell baseline = atp.withOperator(new OperatorChoice.Tuned(Family.CLASSIC));
    try (Workspace work = Workspace.open(1)) {
      Subject subject = SmallLab.open("cora", work);
      var alone = new CellRecords(folder.resolve("alone"), SmallLab.EFFORT, "test");
      var both = new CellRecords(folder.resolve("both"), SmallLab.EFFORT, "test");
      CellRecord searchedAlone = new Measurement(subject, alone, work).of(baseline);
      new Measurement(subject, both, work).of(atp);
      CellRecord beside = both.read(baseline, subject.checksum()).orElseThrow();
      assertThat(searchedAlone.validation()).isEqualTo(beside.validation());
      assertThat(searchedAlone.test()).isEqualTo(beside.test());
      assertThat(searchedAlone.operator()).isEqualTo(beside.operator());
      assertThat(searchedAlone.settings()).isEqualTo(beside.settings());
      assertThat(alone.read(atp, subject.checksum())).isEmpty();
      try (Stream<Path> left = Files.list(folder.resolve("alone"))) {
        assertThat(left).hasSize(1);
      }
    }
  }

  @Test
  void partsAreTakenOutOfAWholeAtpThatHasASearchOfItsOwn() throws Exception {
    Cell baseline = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.CLASSIC));
    Cell whole = baseline.withOperator(new OperatorChoice.Tuned(Family.WHOLE));
    Cell part = baseline.withOperator(new OperatorChoice.Ablated(AtpPart.WITHOUT_CORRECTION));
    try (Workspace work = Workspace.open(1)) {
      var records = new CellRecords(folder, SmallLab.EFFORT, "test");
      var measurement = new Measurement(SmallLab.open("cora", work), records, work);
      CellRecord found = measurement.of(whole);
      var plan = OperatorPlan.fromMap(found.operator());
      assertThat(plan.correction()).isPresent();
      CellRecord without = measurement.of(part);
      assertThat(OperatorPlan.fromMap(without.operator()))
          .isEqualTo(new OperatorPlan(Optional.empty(), plan.kernel()));
      assertThat(without.settings()).isEqualTo(found.settings());
    }
  }

  /// As killed in the middle: the failure is on record, and so are the trials before it.
  @Test
  void aSearchThatWasStoppedGoesOn() throws IOException {
    Cell cell = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.ADAPTIVE));
    var records = new CellRecords(folder, SmallLab.EFFORT, "test");
    var trained = new AtomicInteger();
    Progress ends =
        (step, _, _) -> {
          if (step.equals("train") && trained.incrementAndGet() > 20) {
            throw new IllegalStateException("the light went out");
          }
        };
    try (Workspace work = Workspace.open(1, ends)) {
      CellRecord failed = new Measurement(SmallLab.open("cora", work), records, work).of(cell);
      assertThat(failed.failure()).isEqualTo("the light went out");
    }
    try (Stream<Path> all = Files.list(folder)) {
      Path trials =
          all.filter(file -> file.toString().endsWith(".trials")).findFirst().orElseThrow();
      assertThat(Files.readAllLines(trials)).hasSizeGreaterThan(2);
    }
    List<String> texts = new ArrayList<>();
    for (Path place : List.of(folder, folder.resolve("whole"))) {
      try (Workspace work = Workspace.open(1)) {
        var own = new CellRecords(place, SmallLab.EFFORT, "test");
        var record =
            new HashMap<>(new Measurement(SmallLab.open("cora", work), own, work).of(cell).toMap());
        record.remove("seconds");
        texts.add(Json.write(record));
      }
    }
    assertThat(texts.getFirst()).isEqualTo(texts.getLast());
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.filter(file -> file.toString().endsWith(".trials"))).isEmpty();
    }
  }
}
