package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.SplitRule;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.json.Json;
import io.atp.lab.cell.AtpPart;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.DataChecksum;
import io.atp.lab.cell.Effort;
import io.atp.lab.cell.Measurement;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.cell.Replay;
import io.atp.lab.cell.Subject;
import io.atp.lab.report.Entry;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.lab.report.Report;
import io.atp.lab.report.Setup;
import io.atp.lab.report.Table;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Studies;
import io.atp.lab.study.Study;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.Backbones;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.tune.Family;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Studies on a small generated graph that stands for Cora.
class LabTest {
  private static final Effort SMALL = SmallLab.EFFORT;

  @TempDir private Path folder;

  private final List<Cell> measured = new ArrayList<>();

  private SmallLab lab() {
    return new SmallLab(folder, measured);
  }

  private Findings run(List<Study> studies, int threads) throws IOException {
    return lab().run(studies, threads);
  }

  private Map<String, String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      Map<String, String> texts = new TreeMap<>();
      for (Path file : all.toList()) {
        texts.put(
            file.getFileName().toString(),
            Files.readString(file).replaceAll("(?s)\"seconds\".*?}", ""));
      }
      return texts;
    }
  }

  @Test
  void aTableComparesEachRowWithTheFirstOfItsGroup() throws IOException {
    List<Study> studies = Studies.named("sampling");
    Findings findings = run(studies, 2);
    Table table = (Table) studies.getFirst().exhibit(findings);
    assertThat(table.columns()).containsExactly("cora");
    assertThat(table.rows()).hasSize(9);
    for (Table.Row row : table.rows()) {
      var score = (Entry.Score) row.entries().getFirst();
      assertThat(score.ours().runs()).hasSize(2);
      assertThat(score.difference().isPresent()).isEqualTo(!row.label().equals("plain"));
      assertThat(score.generated()).isTrue();
    }
    assertThat(table.notes()).contains("Left out: citeseer (it was left at home).");
    List<Cell> cells = studies.getFirst().cells("cora", true);
    double uniform = findings.require(cells.get(1)).removedShare();
    double corrected = findings.require(cells.get(2)).removedShare();
    assertThat(corrected).isGreaterThan(0);
    assertThat(uniform).as("as many edges gone").isCloseTo(corrected, within(0.02));
  }

  @Test
  void aQuickLookAtALargerGraphLeavesSlowBackbonesOut() throws IOException {
    List<Study> studies = new ArrayList<>(Studies.named("backbones"));
    studies.addAll(Studies.named("weights"));
    try (Workspace work = Workspace.open(2)) {
      var records = new CellRecords(folder, SMALL, "test");
      var graph = GeneratorConfig.of(9_000, 60_000, 4, 3);
      Lab.Subjects large =
          (name, memory) -> {
            var data = LabelledData.of(GraphGenerator.generate(graph, memory));
            return new Subject(name, data, SplitRule.parse("5/5"), DataChecksum.of(data), true);
          };
      Findings findings =
          new Lab(records, large, work, lab().listener()).run(studies, List.of("cora"));
      findings
          .cells()
          .forEach(
              (cell, record) -> {
                boolean light = List.of("gcn", "sgc", "mlp").contains(cell.model());
                assertThat(record.failure())
                    .isEqualTo(
                        light
                            ? ""
                            : "a quick look leaves out "
                                + cell.model()
                                + " on more than 100,000 arcs");
              });
      assertThat(files().keySet()).isNotEmpty().noneMatch(name -> name.contains("gat"));
      for (Study study : studies) {
        assertThat(study.exhibit(findings)).isNotNull();
      }
    }
  }

  @Test
  void whatIsOnRecordIsNotMeasuredAgainAndThreadsChangeNothing() throws IOException {
    List<Study> studies = Studies.named("kernels");
    Findings first = run(studies, 1);
    Map<String, String> written = files();
    long before = Files.getLastModifiedTime(folder).toMillis();
    Findings second = run(studies, 2);
    first.cells().forEach((cell, record) -> assertSame(second.require(cell), record));
    assertThat(Files.getLastModifiedTime(folder).toMillis()).isEqualTo(before);
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        Files.delete(file);
      }
    }
    run(studies, 2);
    assertThat(files()).isEqualTo(written);
  }

  @Test
  void noCellIsMeasuredBeforeOneThatItNeeds() throws InterruptedException {
    for (Study study : Studies.all()) {
      for (String dataSet : study.dataSets()) {
        List<Cell> cells = study.cells(dataSet, false);
        Set<Cell> before = new HashSet<>();
        for (Cell cell : handedOut(cells.toArray(Cell[]::new))) {
          assertThat(before).containsAll(Measurement.needs(cell));
          before.add(cell);
        }
        assertThat(before).containsAll(cells);
      }
    }
  }

  private static List<Cell> handedOut(Cell... cells) throws InterruptedException {
    var waiting = new WaitingCells(List.of(cells), Set.of());
    List<Cell> order = new ArrayList<>();
    for (var next = waiting.next(); next.isPresent(); next = waiting.next()) {
      order.add(next.get());
      waiting.finish(next.get());
    }
    return order;
  }

  @Test
  void aCellIsWaitedForUntilAnotherThreadIsDoneWithItOrFailed() throws Exception {
    Cell atp = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.ADAPTIVE));
    Cell baseline = atp.withOperator(new OperatorChoice.Tuned(Family.CLASSIC));
    try (var other = Executors.newSingleThreadExecutor()) {
      for (boolean fails : new boolean[] {false, true}) {
        var waiting = new WaitingCells(List.of(atp, baseline), Set.of());
        assertThat(waiting.next()).contains(atp);
        Future<Optional<Cell>> next = other.submit(waiting::next);
        if (fails) {
          waiting.close();
        } else {
          waiting.finish(atp);
        }
        assertThat(next.get(10, TimeUnit.SECONDS))
            .isEqualTo(fails ? Optional.empty() : Optional.of(baseline));
      }
    }
  }

  @Test
  void aBaselineIsSearchedAloneOnlyWhereNobodyAsksForAtp() throws Exception {
    Cell atp = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.ADAPTIVE));
    Cell baseline = atp.withOperator(new OperatorChoice.Tuned(Family.CLASSIC));
    assertThat(handedOut(baseline)).containsExactly(baseline);
    assertThat(handedOut(baseline, atp)).containsExactly(atp, baseline);

    try (Workspace work = Workspace.open(1)) {
      Subject subject = SmallLab.open("cora", work);
      var alone = new CellRecords(folder.resolve("alone"), SMALL, "test");
      var both = new CellRecords(folder.resolve("both"), SMALL, "test");
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
    assertThat(handedOut(baseline, part)).containsExactly(baseline, whole, part);

    try (Workspace work = Workspace.open(1)) {
      var records = new CellRecords(folder, SMALL, "test");
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

  @Test
  void wideSparseFeaturesAreFewNumbersToBackbonesThatKeepThemSparse() {
    try (Workspace work = Workspace.open(1)) {
      SparseFeatures wide = empty(10_000, work);
      SparseFeatures narrow = empty(1_000, work);
      assertThat(SideBySide.isSmall(Backbones.named("gat"), wide)).isTrue();
      assertThat(SideBySide.isSmall(Backbones.named("sgc"), wide)).isFalse();
      assertThat(SideBySide.isSmall(Backbones.named("sgc"), narrow)).isTrue();
    }
  }

  private static SparseFeatures empty(int width, Workspace work) {
    int rows = 5_000;
    return new SparseFeatures(
        rows, width, work.allocateLongs(rows + 1), work.allocateInts(0), work.allocateFloats(0));
  }

  @Test
  void aRecordThatCannotBeWrittenEndsTheRun() throws IOException {
    Path file = Files.writeString(folder.resolve("taken"), "");
    try (Workspace work = Workspace.open(2)) {
      var lab =
          new Lab(new CellRecords(file, SMALL, "test"), SmallLab::open, work, lab().listener());
      assertThatThrownBy(() -> lab.run(Studies.named("kernels"), List.of("cora")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("taken");
    }
  }

  @Test
  void aReportOfWhatIsOnRecordMeasuresNothing() throws IOException {
    List<Study> studies = new ArrayList<>(Studies.named("kernels"));
    studies.addAll(Studies.named("degrees"));
    studies.addAll(Studies.named("centralities"));
    run(Studies.named("kernels"), 2);
    Path gone;
    try (Stream<Path> all = Files.list(folder)) {
      gone = all.sorted().toList().getFirst();
    }
    Files.delete(gone);
    Map<String, String> before = files();
    measured.clear();
    try (Workspace work = Workspace.open(1)) {
      Findings findings = lab().on(work).recorded(studies, List.of("cora"));
      assertThat(measured).isEmpty();
      assertThat(files()).isEqualTo(before);
      List<Cell> pending =
          findings.cells().keySet().stream().filter(c -> findings.require(c).pending()).toList();
      assertThat(pending).hasSize(1 + 3 + 6);
      assertThat(Provenance.seconds(findings)).containsKeys("propagate", "train");
      assertThat(Provenance.machines(findings))
          .containsEntry(
              "threads",
              "1 of %d processors".formatted(Runtime.getRuntime().availableProcessors()));
      Report report =
          LabReport.of(studies, findings, new Setup("atp", Map.of(), Map.of(), Map.of()));
      assertThat(report.sentences())
          .contains(
              "%d of %d measurements are still to be made."
                  .formatted(pending.size(), findings.cells().size()));
      var sweep = (Figure) report.exhibits().get(0);
      assertThat(sweep.panels()).hasSize(1);
      assertThat(String.join("\n", sweep.notes())).contains("not measured yet");
      var curves = (Figure) report.exhibits().get(1);
      assertThat(curves.panels()).isEmpty();
      assertThat(curves.notes()).contains("Left out: cora (not measured yet).");
      assertThat(((Table) report.exhibits().get(2)).columns()).isEmpty();
    }
  }

  private static void assertSame(CellRecord a, CellRecord b) {
    assertThat(a.test()).isEqualTo(b.test());
    assertThat(a.validation()).isEqualTo(b.validation());
    assertThat(a.seconds()).isEqualTo(b.seconds());
  }

  @Test
  void figuresOfEveryKindAreDrawnFromRecords() throws IOException {
    List<Study> studies = new ArrayList<>();
    for (String name : List.of("data", "degrees", "selection", "weights")) {
      studies.addAll(Studies.named(name));
    }
    Findings findings = run(studies, 2);
    Report report = LabReport.of(studies, findings, new Setup("atp", Map.of(), Map.of(), Map.of()));
    assertThat(report.exhibits()).hasSize(4);
    var data = (Table) report.exhibits().getFirst();
    assertThat(data.rows().getFirst().entries()).last().isEqualTo(new Entry.Text("measured on"));
    assertThat(data.rows().getFirst().label()).isEqualTo("Cora");
    var curves = (Panel.Lines) ((Figure) report.exhibits().get(1)).panels().getFirst();
    assertThat(curves.curves()).hasSize(6);
    assertThat(curves.curves().getFirst().x()).hasSize(4);
    assertThat(curves.levels()).hasSize(1);
    var sweep = (Panel.Lines) ((Figure) report.exhibits().get(2)).panels().getFirst();
    assertThat(sweep.curves()).hasSize(4); // two methods and what each removed
    List<Panel> weighers = ((Figure) report.exhibits().get(3)).panels();
    assertThat(weighers).hasSize(4); // ATP, GraphSAGE, GAT, GATv2
    for (Panel panel : weighers) {
      for (int column = 0; column < 10; column++) {
        int at = column;
        assertThat(((Panel.Heat) panel).shares().stream().mapToDouble(row -> row.get(at)).sum())
            .isCloseTo(1, within(1e-9));
      }
    }
    assertThat(report.sentences())
        .contains("Left out: citeseer (it was left at home).")
        .anyMatch(
            line ->
                line.startsWith(
                    "Do nodes of low and of high degree want different operators? (Figure 1) On"
                        + " cora nodes of low degree do best with r = "))
        .anyMatch(
            line ->
                line.startsWith(
                    "How many nodes should lose edges? (Figure 2) On cora SGC is best at "));
  }

  @Test
  void everyRecordCanBeMeasuredAgainFromWhatItSays() throws IOException {
    for (String name : List.of("sampling", "degrees", "selection", "weights")) {
      run(Studies.named(name), 2);
    }
    try (Workspace work = Workspace.open(1);
        Stream<Path> all = Files.list(folder)) {
      Subject subject = SmallLab.open("cora", work);
      List<Path> files = all.toList();
      assertThat(files).hasSizeGreaterThan(10);
      for (Path file : files) {
        assertThat(Replay.differences(CellRecords.open(file), subject, work))
            .as("%s", file)
            .isEmpty();
      }
      CellRecords.Kept kept =
          files.stream()
              .map(LabTest::kept)
              .filter(found -> found.record().measured())
              .findFirst()
              .orElseThrow();
      var other = new HashMap<>(kept.record().toMap());
      other.put("test", List.of(0.25, 0.5));
      other.put(
          "effort",
          Map.of(
              "seeds", 2, "budget", 7, "most", Map.of("epochs", 4, "layers", 2), "judgeEvery", 1));
      other.put("data", kept.data());
      other.put("version", "test");
      Path changed = Files.writeString(folder.resolve("changed.json"), Json.write(other));
      assertThat(Replay.differences(CellRecords.open(changed), subject, work))
          .singleElement()
          .asString()
          .startsWith("test was [0.25, 0.5], is ");
    }
  }

  /// As killed in the middle: the failure is on record, and so are the trials before it.
  @Test
  void aSearchThatWasStoppedGoesOn() throws IOException {
    Cell cell = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.ADAPTIVE));
    var records = new CellRecords(folder, SMALL, "test");
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
        var own = new CellRecords(place, SMALL, "test");
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

  private static CellRecords.Kept kept(Path file) {
    try {
      return CellRecords.open(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyExperimentHasCellsForTheDataItNames() {
    for (Study study : Studies.all()) {
      for (String dataSet : study.dataSets()) {
        assertThat(study.cells(dataSet, true).size())
            .as(study.name())
            .isLessThanOrEqualTo(study.cells(dataSet, false).size());
      }
      assertThat(study.question()).endsWith("?");
    }
    assertThat(Studies.all().stream().map(Study::name)).doesNotHaveDuplicates();
  }
}
