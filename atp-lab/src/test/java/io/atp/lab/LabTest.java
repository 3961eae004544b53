package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.SplitRule;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.DataChecksum;
import io.atp.lab.cell.Effort;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    assertThat(sweep.curves()).hasSize(3); // two methods and what both removed
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
                    "How many nodes should lose edges? (Figure 2) On cora SGC is best at "))
        .anyMatch(line -> line.contains("(Figure 6) Mean weights from the lowest tenth"));
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
