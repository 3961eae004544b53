package io.atp.lab.study;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.lab.svg.Decimals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

  /// Seconds beside those of the first line of a group, the geometric mean over data sets.
  @Override
  public Optional<String> answer(Findings findings) {
    List<String> parts = new ArrayList<>();
    for (GridStudy.Line line : lines) {
      GridStudy.Line first =
          lines.stream().filter(l -> l.group().equals(line.group())).findFirst().orElseThrow();
      double[] ratios =
          findings.of(this).stream()
              .filter(name -> !line.equals(first))
              .filter(name -> findings.require(line.on(name)).measured())
              .filter(name -> findings.require(first.on(name)).measured())
              .mapToDouble(
                  name -> seconds(findings, line.on(name)) / seconds(findings, first.on(name)))
              .toArray();
      if (ratios.length > 0) {
        double mean =
            StrictMath.exp(Arrays.stream(ratios).map(StrictMath::log).average().orElse(0));
        parts.add(
            "%s, %s takes %s times as long as %s"
                .formatted(line.group(), line.label(), Decimals.fixed(mean, 2), first.label()));
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts) + ".");
  }

  private static double seconds(Findings findings, Cell cell) {
    return ROOMS.stream()
        .mapToDouble(room -> findings.require(cell).seconds().getOrDefault(room, 0.0))
        .sum();
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
