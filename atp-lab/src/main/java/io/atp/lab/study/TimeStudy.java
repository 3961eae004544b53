package io.atp.lab.study;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Seconds by room, stacked, with accuracy and removed edges written above.
record TimeStudy(
    String name,
    String paper,
    String title,
    String question,
    List<String> dataSets,
    List<GridStudy.Line> lines,
    List<String> notes)
    implements Study {
  private static final List<String> ROOMS = List.of("correct", "encode", "propagate", "train");

  @Override
  public List<Cell> cells(String dataSet, boolean quick) {
    return lines.stream().map(line -> line.on(dataSet)).toList();
  }

  @Override
  public Figure exhibit(Findings findings) {
    List<Panel> panels = new ArrayList<>();
    List<String> all = new ArrayList<>(notes);
    for (String dataSet : findings.of(this)) {
      List<Panel.Bar> bars = new ArrayList<>();
      for (GridStudy.Line line : lines) {
        CellRecord record = findings.require(line.on(dataSet));
        String name = line.group() + ", " + line.label();
        if (!record.measured()) {
          all.add("%s on %s %s".formatted(name, dataSet, record.absence()));
          continue;
        }
        // Preparation happens once where repeats share it; what is drawn is a run's share.
        int runs = record.test().size();
        List<Double> heights =
            ROOMS.stream().map(room -> record.seconds().getOrDefault(room, 0.0) / runs).toList();
        String remark =
            String.format(
                Locale.ROOT,
                "%.1f %%%s",
                100 * record.testSpread().mean(),
                record.removedShare() == 0
                    ? ""
                    : String.format(Locale.ROOT, ", −%.0f %% edges", 100 * record.removedShare()));
        bars.add(new Panel.Bar(name, heights, remark));
      }
      panels.add(new Panel.Bars(dataSet, "seconds a run", ROOMS, bars));
    }
    all.addAll(findings.missing(this));
    return new Figure(name, paper + ": " + title, question, panels, all);
  }
}
