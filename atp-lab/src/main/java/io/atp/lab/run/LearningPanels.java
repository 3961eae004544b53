package io.atp.lab.run;

import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.learn.train.TrainingHistory.Epoch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// Loss and accuracy over the epochs of the saved repeats.
final class LearningPanels {
  /// More points than a page has dots for are thinned out evenly.
  private static final int MOST_POINTS = 300;

  private LearningPanels() {}

  static Optional<Figure> of(RunFigures run) {
    if (run.sides().stream().allMatch(side -> side.history().epochs().size() < 2)) {
      return Optional.empty();
    }
    List<Panel> panels = new ArrayList<>();
    panels.add(panel(run, "Training loss", "cross-entropy", _ -> true, Epoch::trainingLoss));
    List<String> notes = new ArrayList<>();
    if (run.sides().stream().allMatch(LearningPanels::judgedOnce)) {
      notes.add("Validation was looked at once, at the end: there is no curve of it.");
    } else {
      Predicate<Epoch> judged = epoch -> epoch.validation().made();
      String score = run.classNames().isEmpty() ? "micro-F1" : "accuracy";
      panels.add(
          panel(run, "Validation loss", "cross-entropy", judged, e -> e.validation().loss()));
      panels.add(panel(run, "Validation score", score, judged, e -> e.validation().score()));
    }
    for (Side side : run.sides()) {
      notes.add(
          "%s: %s epochs, weights of epoch %s kept."
              .formatted(side.name(), side.history().epochs().size(), side.history().keptEpoch()));
    }
    return Optional.of(
        new Figure(
            "learning",
            "Learning curves",
            "Did training settle, and did it start to learn by heart?",
            panels,
            notes));
  }

  private static boolean judgedOnce(Side side) {
    return side.history().epochs().stream().filter(epoch -> epoch.validation().made()).count() < 2;
  }

  private static Panel panel(
      RunFigures run,
      String title,
      String yLabel,
      Predicate<Epoch> shown,
      ToDoubleFunction<Epoch> value) {
    List<Panel.Curve> curves = new ArrayList<>();
    for (Side side : run.sides()) {
      List<Epoch> epochs = thinned(side.history().epochs().stream().filter(shown).toList());
      curves.add(
          new Panel.Curve(
              side.name(),
              epochs.stream().map(epoch -> (double) epoch.number()).toList(),
              epochs.stream().map(value::applyAsDouble).toList(),
              Optional.empty(),
              false));
    }
    return new Panel.Lines(title, "epoch", yLabel, curves, List.of(), false);
  }

  /// Every k-th, and the last.
  private static List<Epoch> thinned(List<Epoch> epochs) {
    int stride = Math.max(1, Math.ceilDiv(epochs.size(), MOST_POINTS));
    List<Epoch> kept = new ArrayList<>();
    for (int i = 0; i < epochs.size(); i++) {
      if (i % stride == 0 || i == epochs.size() - 1) {
        kept.add(epochs.get(i));
      }
    }
    return kept;
  }
}
