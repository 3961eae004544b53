package io.atp.lab.study;

import io.atp.lab.cell.Alteration;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.report.Answer;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/// Accuracy as one number grows: a panel per data set, a curve per method.
///
/// @param points all values of x; a quick look takes every other
/// @param removed whether the share of removed edges is drawn too, on the axis to the right; all
///   methods have one operator then
record SweepStudy(
    String name,
    String paper,
    String title,
    String question,
    List<String> dataSets,
    String xLabel,
    List<Double> points,
    List<Method> methods,
    List<Mark> marks,
    boolean removed,
    List<String> notes)
    implements Study {
  /// Curves that are spoken of one by one.
  private static final int MOST_TOLD = 2;

  /// A curve.
  record Method(
      String label,
      String model,
      DoubleFunction<OperatorChoice> operator,
      List<String> nodewise,
      DoubleFunction<Alteration> alteration) {
    Method(String label, String model, DoubleFunction<OperatorChoice> operator) {
      this(label, model, operator, List.of(), _ -> new Alteration.None());
    }

    Cell on(String dataSet, double x) {
      return Cell.scores(dataSet, model, operator.apply(x))
          .withNodewise(nodewise)
          .withAlteration(alteration.apply(x));
    }
  }

  /// A horizontal line to compare with.
  record Mark(String label, String model, OperatorChoice operator) {
    Cell on(String dataSet) {
      return Cell.scores(dataSet, model, operator);
    }
  }

  private List<Double> points(boolean quick) {
    if (!quick) {
      return points;
    }
    List<Double> some = new ArrayList<>();
    int step = Math.max(1, points.size() / 5);
    for (int i = 0; i < points.size(); i += step) {
      some.add(points.get(i));
    }
    return some;
  }

  @Override
  public List<Cell> cells(String dataSet, boolean quick) {
    List<Cell> cells = new ArrayList<>();
    for (Method method : methods) {
      points(quick).forEach(x -> cells.add(method.on(dataSet, x)));
    }
    marks.forEach(mark -> cells.add(mark.on(dataSet)));
    return cells;
  }

  @Override
  public Figure exhibit(Findings findings) {
    List<Panel> panels = new ArrayList<>();
    List<String> all = new ArrayList<>(notes);
    for (String dataSet : findings.of(this)) {
      List<Panel.Curve> curves = new ArrayList<>();
      for (Method method : methods) {
        curve(findings, method, dataSet, all).ifPresent(curves::add);
      }
      if (removed) {
        curves.add(removed(findings, dataSet));
      }
      List<Panel.Level> levels = new ArrayList<>();
      boolean generated = false;
      for (Mark mark : marks) {
        CellRecord record = findings.require(mark.on(dataSet));
        if (record.measured()) {
          levels.add(new Panel.Level(mark.label(), 100 * record.testSpread().mean()));
        }
        generated |= record.generated();
      }
      String heading = generated ? dataSet + " (generated)" : dataSet;
      panels.add(new Panel.Lines(heading, xLabel, "test accuracy, %", curves, levels, false));
    }
    all.addAll(findings.missing(this));
    return new Figure(name, paper + ": " + title, question, panels, all);
  }

  /// Where the constant is best beside the marks, where each of a few methods is, or the order of
  /// many.
  @Override
  public Optional<Answer> answer(Findings findings) {
    List<String> parts = new ArrayList<>();
    for (String dataSet : findings.of(this)) {
      List<Panel.Curve> curves = new ArrayList<>();
      for (Method method : methods) {
        curve(findings, method, dataSet, new ArrayList<>()).ifPresent(curves::add);
      }
      if (!curves.isEmpty()) {
        List<String> told = new ArrayList<>();
        if (curves.size() <= MOST_TOLD) {
          curves.forEach(curve -> told.add(best(curve)));
        } else {
          told.add(order(curves));
        }
        marks.forEach(mark -> level(findings, mark, dataSet).ifPresent(told::add));
        parts.add("on %s %s".formatted(dataSet, String.join(", ", told)));
      }
    }
    String warning =
        methods.size() <= MOST_TOLD ? "The best of a curve is read off test scores." : "";
    return answer("", parts, warning);
  }

  /// `SGC is best at 0.04 with 81.2 % (80.1 % at 0.01)`, by test accuracy: what a curve shows, not
  /// what a search could have chosen.
  private static String best(Panel.Curve curve) {
    int best = 0;
    for (int i = 1; i < curve.y().size(); i++) {
      best = curve.y().get(i) > curve.y().get(best) ? i : best;
    }
    String found = curve.name() + level(curve, best, " is best at %1$s with %2$s");
    return best == 0 ? found : found + level(curve, 0, " (%2$s at %1$s)");
  }

  private static String level(Panel.Curve curve, int at, String form) {
    return form.formatted(
        Decimals.brief(curve.x().get(at)), Decimals.fixed(curve.y().get(at), 1) + " %");
  }

  /// Of methods that have the same points, the most there are: others could not be compared.
  private static String order(List<Panel.Curve> curves) {
    int most = curves.stream().mapToInt(curve -> curve.x().size()).max().orElse(0);
    return curves.stream()
        .filter(curve -> curve.x().size() == most)
        .sorted(Comparator.comparingDouble(curve -> -mean(curve)))
        .map(curve -> curve.name() + " " + Decimals.fixed(mean(curve), 1))
        .collect(Collectors.joining(", ", "over all points, in %, ", ""));
  }

  private static double mean(Panel.Curve curve) {
    return curve.y().stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static Optional<String> level(Findings findings, Mark mark, String dataSet) {
    return Optional.of(findings.require(mark.on(dataSet)))
        .filter(CellRecord::measured)
        .map(
            record ->
                "%s %s %%"
                    .formatted(mark.label(), Decimals.fixed(100 * record.testSpread().mean(), 1)));
  }

  private Optional<Panel.Curve> curve(
      Findings findings, Method method, String dataSet, List<String> remarks) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Double> spread = new ArrayList<>();
    Map<String, Integer> lacking = new LinkedHashMap<>();
    for (double point : points(findings.quick())) {
      CellRecord record = findings.require(method.on(dataSet, point));
      if (record.measured()) {
        Spread test = record.testSpread();
        x.add(point);
        y.add(100 * test.mean());
        spread.add(100 * test.standardDeviation());
      } else {
        lacking.merge(record.absence(), 1, Integer::sum);
      }
    }
    lacking.forEach(
        (why, count) ->
            remarks.add(
                "%s on %s, %d of %d points: %s"
                    .formatted(method.label(), dataSet, count, count + x.size(), why)));
    return x.isEmpty()
        ? Optional.empty()
        : Optional.of(new Panel.Curve(method.label(), x, y, Optional.of(spread), false));
  }

  private Panel.Curve removed(Findings findings, String dataSet) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (double point : points(findings.quick())) {
      methods.stream()
          .map(method -> findings.require(method.on(dataSet, point)))
          .filter(CellRecord::measured)
          .findFirst()
          .ifPresent(
              record -> {
                x.add(point);
                y.add(100 * record.removedShare());
              });
    }
    return new Panel.Curve("edges removed, %", x, y, Optional.empty(), true);
  }
}
