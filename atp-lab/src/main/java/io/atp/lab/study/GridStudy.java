package io.atp.lab.study;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.report.Claim;
import io.atp.lab.report.Entry;
import io.atp.lab.report.Table;
import io.atp.learn.evaluate.Paired;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Rows of methods by columns of data sets. The first row of a group is the baseline of the others.
///
/// Data sets that are not at hand have a column too where the paper prints figures for them: what
/// was not measured stays in sight.
///
/// @param notes what to know beside what is missing
/// @param claims what a summary says
record GridStudy(
    String name,
    String paper,
    String title,
    String question,
    List<String> dataSets,
    List<Line> lines,
    List<String> notes,
    List<Claim> claims)
    implements Study {
  /// One row.
  ///
  /// @param group rows that are compared with each other
  /// @param label as the paper has it
  record Line(
      String group,
      String label,
      String model,
      OperatorChoice operator,
      List<String> nodewise,
      Map<String, String> settings) {
    Line(String group, String label, String model, OperatorChoice operator) {
      this(group, label, model, operator, List.of(), Map.of());
    }

    Line with(String... strategies) {
      return new Line(group, label, model, operator, List.of(strategies), settings);
    }

    Line set(String setting, String value) {
      return new Line(group, label, model, operator, nodewise, Map.of(setting, value));
    }

    Cell on(String dataSet) {
      return Cell.scores(dataSet, model, operator).withNodewise(nodewise).withSettings(settings);
    }
  }

  @Override
  public List<Cell> cells(String dataSet, boolean quick) {
    return lines.stream().map(line -> line.on(dataSet)).toList();
  }

  @Override
  public Table exhibit(Findings findings) {
    List<String> measured = findings.of(this);
    List<String> columns = new ArrayList<>(measured);
    if (!measured.isEmpty()) {
      dataSets.stream()
          .filter(name -> findings.absent().containsKey(name))
          .filter(name -> lines.stream().anyMatch(line -> published(line, name).isPresent()))
          .forEach(columns::add);
    }
    List<Table.Row> rows = new ArrayList<>();
    for (Line line : lines) {
      Line baseline =
          lines.stream().filter(l -> l.group().equals(line.group())).findFirst().orElseThrow();
      List<Entry> entries = new ArrayList<>();
      for (String dataSet : columns) {
        Optional<Entry.Published> theirs = published(line, dataSet);
        entries.add(
            measured.contains(dataSet)
                ? entry(findings, line.on(dataSet), baseline.on(dataSet), theirs)
                : new Entry.Missing("not at hand", theirs));
      }
      rows.add(new Table.Row(line.group(), line.label(), entries));
    }
    List<String> all = new ArrayList<>(notes);
    all.addAll(findings.missing(this));
    return new Table(name, paper + ": " + title, question, "method", columns, rows, all, claims);
  }

  private Optional<Entry.Published> published(Line line, String dataSet) {
    return PaperFigures.builtIn().of(paper, line.group(), line.label(), dataSet);
  }

  static Entry entry(
      Findings findings, Cell cell, Cell baseline, Optional<Entry.Published> theirs) {
    CellRecord record = findings.require(cell);
    if (!record.measured()) {
      return new Entry.Missing(record.failure(), theirs);
    }
    Optional<Paired> difference =
        Optional.of(baseline)
            .filter(b -> !b.equals(cell))
            .map(findings::require)
            .filter(CellRecord::measured)
            .map(other -> record.testSpread().against(other.testSpread(), 0));
    return new Entry.Score(record.testSpread(), theirs, difference, record.generated());
  }
}
