package io.atp.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.report.Entry;
import io.atp.lab.report.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GridStudyTest {
  private static final Study STUDY = Studies.named("backbones").getFirst();

  private static Table table(List<String> measured, Map<String, String> absent) {
    Map<Cell, CellRecord> cells = new HashMap<>();
    for (String name : measured) {
      STUDY.cells(name, false).forEach(cell -> cells.put(cell, scored()));
    }
    return (Table) STUDY.exhibit(new Findings(measured, absent, false, cells));
  }

  private static CellRecord scored() {
    return new CellRecord(
        Map.of(),
        List.of(0.8),
        List.of(0.8),
        Map.of(),
        Map.of(),
        0,
        Map.of(),
        Map.of(),
        "",
        false,
        Map.of());
  }

  @Test
  void dataThatAreNotAtHandHaveAColumnOfWhatThePaperPrints() {
    Table table = table(List.of("cora"), Map.of("ogbn-arxiv", "gone", "nowhere", "unknown"));
    assertThat(table.columns()).containsExactly("cora", "ogbn-arxiv");
    var theirs = Optional.of(new Entry.Published(71.9, 0.2, "the paper"));
    assertThat(table.rows().getFirst().entries())
        .last()
        .isEqualTo(new Entry.Missing("not at hand", theirs));
    assertThat(table.notes()).contains("Left out: ogbn-arxiv (gone).");
  }

  @Test
  void nothingMeasuredIsNoTableOfThePapersFigures() {
    assertThat(table(List.of(), Map.of("ogbn-arxiv", "gone")).columns()).isEmpty();
  }
}
