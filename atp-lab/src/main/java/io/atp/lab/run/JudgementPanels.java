package io.atp.lab.run;

import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.learn.evaluate.Calibration;
import io.atp.learn.evaluate.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the saved models err, and whether they know.
final class JudgementPanels {
  private JudgementPanels() {}

  static Optional<Figure> confusion(RunFigures run) {
    List<Panel> panels = new ArrayList<>();
    for (Side side : run.sides()) {
      side.evaluation().ifPresent(it -> panels.add(confusion(side.name(), it, run.classNames())));
    }
    if (panels.isEmpty()) {
      return Optional.empty();
    }
    List<String> notes = new ArrayList<>();
    notes.add("Per cent of each true class; rows add up to 100. The diagonal is right.");
    if (run.classNames().size() > Confusion.MOST) {
      notes.add(
          "The %s classes with the most test nodes are shown, of %s; the rest stand together."
              .formatted(Confusion.MOST, run.classNames().size()));
    }
    return Optional.of(
        new Figure("confusion", "Confusion", "Which classes are taken for which?", panels, notes));
  }

  private static Panel confusion(String side, Evaluation evaluation, List<String> names) {
    Confusion shown = Confusion.of(evaluation.confusion(), names);
    // The first class on top: rows of a heat map are listed from the bottom.
    return new Panel.Heat(
        side,
        "predicted",
        "true class",
        shown.names(),
        shown.names().reversed(),
        shown.shares().reversed());
  }

  static Optional<Figure> calibration(RunFigures run) {
    List<Panel.Curve> curves = new ArrayList<>();
    for (Side side : run.sides()) {
      side.calibration().ifPresent(it -> curves.add(reliability(side.name(), it)));
    }
    if (curves.isEmpty()) {
      return Optional.empty();
    }
    List<Double> ends = List.of(0.0, 1.0);
    curves.add(new Panel.Curve("as sure as right", ends, ends, Optional.empty(), false));
    return Optional.of(
        new Figure(
            "calibration",
            "Calibration",
            "When the model is 80 % sure, is it right in 80 % of the cases?",
            List.of(
                new Panel.Lines("Reliability", "confidence", "accuracy", curves, List.of(), false)),
            List.of(
                "Test nodes by the probability of their predicted class, after temperature scaling"
                    + " on validation; empty intervals are left out, and intervals of few"
                    + " nodes jump. Below the diagonal the model is too sure of itself.")));
  }

  private static Panel.Curve reliability(String side, Calibration calibration) {
    List<Calibration.Bin> bins =
        calibration.bins().stream().filter(bin -> bin.nodes() > 0).toList();
    return new Panel.Curve(
        side,
        bins.stream().map(Calibration.Bin::confidence).toList(),
        bins.stream().map(Calibration.Bin::accuracy).toList(),
        Optional.empty(),
        false);
  }
}
