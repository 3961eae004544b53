package io.atp.lab.study;

import static io.atp.lab.study.StudyParts.STAND_IN;
import static io.atp.lab.study.StudyParts.with;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.report.Answer;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Spread;
import io.atp.learn.plan.OperatorPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Three classic operators, low- and high-degree nodes, epoch by epoch: the paper's first figure.
record CurveStudy() implements Study {
  private static final List<Double> OPERATORS = List.of(0.0, 0.5, 1.0);
  private static final Map<String, String> SETTINGS =
      Map.of("hops", "3", "stopping", "fixed", "epochs", "60");

  @Override
  public String name() {
    return "degrees";
  }

  @Override
  public String paper() {
    return "Figure 1";
  }

  @Override
  public String title() {
    return "Three operators, low- and high-degree nodes";
  }

  @Override
  public String question() {
    return "Do nodes of low and of high degree want different operators?";
  }

  @Override
  public List<String> dataSets() {
    return with(List.of("cora", "ogbn-products"), STAND_IN);
  }

  @Override
  public List<Cell> cells(String dataSet, boolean quick) {
    return OPERATORS.stream().map(r -> cell(dataSet, r)).toList();
  }

  private static Cell cell(String dataSet, double r) {
    return Cell.scores(dataSet, "sgc", new OperatorChoice.Fixed(OperatorPlan.classic(r)))
        .withSettings(SETTINGS)
        .withProbe(Cell.Probe.CURVES);
  }

  @Override
  public Figure exhibit(Findings findings) {
    List<Panel> panels = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    notes.add("SGC with three hops; low degree is at most 3, on ogbn-products 5, as in the paper.");
    for (String dataSet : findings.of(this)) {
      List<Panel.Curve> curves = new ArrayList<>();
      double level = Double.NaN;
      for (double r : OPERATORS) {
        CellRecord record = findings.require(cell(dataSet, r));
        if (record.series().isEmpty()) {
          notes.add("r = %s on %s %s".formatted(r, dataSet, record.absence()));
          continue;
        }
        curves.add(curve(record, "low", "low degree, r = " + r));
        curves.add(curve(record, "high", "high degree, r = " + r));
        if (r == 0.5) {
          level = curve(record, "all", "").y().getLast();
        }
      }
      List<Panel.Level> levels =
          Double.isNaN(level) ? List.of() : List.of(new Panel.Level("all nodes, r = 0.5", level));
      panels.add(new Panel.Lines(dataSet, "epoch", "test accuracy, %", curves, levels, false));
    }
    notes.addAll(findings.missing(this));
    return new Figure(name(), paper() + ": " + title(), question(), panels, notes);
  }

  @Override
  public Optional<Answer> answer(Findings findings) {
    List<String> parts = new ArrayList<>();
    for (String dataSet : findings.of(this)) {
      if (cells(dataSet, false).stream()
          .map(findings::require)
          .allMatch(r -> r.series().isEmpty())) {
        continue;
      }
      parts.add(
          "on %s nodes of low degree do best with %s, those of high degree with %s"
              .formatted(dataSet, best(findings, dataSet, "low"), best(findings, dataSet, "high")));
    }
    return answer("", parts, "");
  }

  /// `r = 0 (81.2 %, next 80.0 %)` after the last epoch.
  private static String best(Findings findings, String dataSet, String group) {
    Map<Double, Double> last = new LinkedHashMap<>();
    for (double r : OPERATORS) {
      CellRecord record = findings.require(cell(dataSet, r));
      if (!record.series().isEmpty()) {
        last.put(r, curve(record, group, "").y().getLast());
      }
    }
    List<Map.Entry<Double, Double>> order =
        last.entrySet().stream()
            .sorted(Map.Entry.<Double, Double>comparingByValue().reversed())
            .limit(2)
            .toList();
    return "r = %s (%s %%)"
        .formatted(
            Decimals.brief(order.getFirst().getKey()),
            order.stream()
                .map(entry -> Decimals.fixed(entry.getValue(), 1))
                .collect(Collectors.joining(" %, next ")));
  }

  /// Mean and deviation over the repeats, epoch by epoch.
  private static Panel.Curve curve(CellRecord record, String group, String label) {
    List<List<Double>> repeats =
        record.series().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(group + " "))
            .map(Map.Entry::getValue)
            .toList();
    int epochs = repeats.stream().mapToInt(List::size).min().orElse(0);
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Double> spread = new ArrayList<>();
    for (int epoch = 0; epoch < epochs; epoch++) {
      int at = epoch;
      Spread over = Spread.of(repeats.stream().mapToDouble(scores -> scores.get(at)).toArray());
      x.add(epoch + 1.0);
      y.add(100 * over.mean());
      spread.add(100 * over.standardDeviation());
    }
    return new Panel.Curve(label, x, y, Optional.of(spread), false);
  }
}
