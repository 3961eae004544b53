package io.atp.lab.study;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.report.Answer;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.lab.svg.Decimals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
  static final String NOTE =
      "A run from nothing, alone on all threads of the machine that measured, with the settings its"
          + " search found; only ratios compare with the paper's. Accuracies are of all seeds.";

  private static final List<String> ROOMS = List.of("correct", "encode", "propagate", "train");

  @Override
  public List<Cell> cells(String dataSet, boolean quick) {
    return lines.stream()
        .flatMap(line -> Stream.of(line.on(dataSet), timed(line, dataSet)))
        .toList();
  }

  private static Cell timed(GridStudy.Line line, String dataSet) {
    return line.on(dataSet).withProbe(Cell.Probe.SECONDS);
  }

  /// `SGC, plain 0.12 s a run, correction 1.1 times as long`: geometric means over the data sets
  /// that have all lines.
  @Override
  public Optional<Answer> answer(Findings findings) {
    List<String> shared =
        findings.of(this).stream()
            .filter(
                name -> lines.stream().allMatch(l -> findings.require(timed(l, name)).measured()))
            .toList();
    if (shared.isEmpty()) {
      return Optional.empty();
    }
    Map<String, List<String>> groups = new LinkedHashMap<>();
    Map<String, Double> firsts = new LinkedHashMap<>();
    for (GridStudy.Line line : lines) {
      double seconds = meanSeconds(findings, line, shared);
      Double first = firsts.putIfAbsent(line.group(), seconds);
      groups
          .computeIfAbsent(line.group(), _ -> new ArrayList<>())
          .add(
              line.label()
                  + (first == null
                      ? " %s s a run".formatted(Decimals.fixed(seconds, 2))
                      : " %s times as long".formatted(Decimals.fixed(seconds / first, 2))));
    }
    return answer(
        "geometric means over " + String.join(", ", shared),
        groups.entrySet().stream()
            .map(group -> group.getKey() + ", " + String.join(", ", group.getValue()))
            .toList(),
        "");
  }

  private static double meanSeconds(Findings findings, GridStudy.Line line, List<String> dataSets) {
    return StrictMath.exp(
        dataSets.stream()
            .map(name -> seconds(findings.require(timed(line, name))))
            .mapToDouble(rooms -> StrictMath.log(rooms.stream().mapToDouble(s -> s).sum()))
            .average()
            .orElseThrow());
  }

  /// Of one run, by room.
  private static List<Double> seconds(CellRecord timed) {
    return ROOMS.stream()
        .map(room -> timed.seconds().getOrDefault(room, 0.0) / timed.test().size())
        .toList();
  }

  @Override
  public Figure exhibit(Findings findings) {
    List<Panel> panels = new ArrayList<>();
    List<String> all = new ArrayList<>(notes);
    for (String dataSet : findings.of(this)) {
      List<Panel.Bar> bars = new ArrayList<>();
      for (GridStudy.Line line : lines) {
        CellRecord timed = findings.require(timed(line, dataSet));
        String name = line.group() + ", " + line.label();
        if (timed.measured()) {
          bars.add(new Panel.Bar(name, seconds(timed), remark(findings.require(line.on(dataSet)))));
        } else {
          all.add("%s on %s %s".formatted(name, dataSet, timed.absence()));
        }
      }
      panels.add(new Panel.Bars(dataSet, "seconds a run", ROOMS, bars));
    }
    all.addAll(findings.missing(this));
    return new Figure(name, paper + ": " + title, question, panels, all);
  }

  private static String remark(CellRecord scores) {
    if (!scores.measured()) {
      return "";
    }
    String removed =
        scores.removedShare() == 0
            ? ""
            : String.format(Locale.ROOT, ", −%.0f %% edges", 100 * scores.removedShare());
    return String.format(Locale.ROOT, "%.1f %%%s", 100 * scores.testSpread().mean(), removed);
  }
}
