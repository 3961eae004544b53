package io.atp.lab.run;

import io.atp.lab.report.Answer;
import io.atp.lab.report.Exhibit;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Report;
import io.atp.lab.report.Setup;
import java.util.ArrayList;
import java.util.List;

/// The figures of a run in the order they are read: what came of it, how it learned, for whom it is
/// good, what ATP did, where it errs and whether it knows.
final class RunReport {
  private RunReport() {}

  static Report of(RunFigures run, Setup setup) {
    List<Exhibit> exhibits = new ArrayList<>();
    exhibits.add(ScoreTables.scores(run));
    LearningPanels.of(run).ifPresent(exhibits::add);
    if (!run.sides().getFirst().bands().isEmpty()) {
      exhibits.add(ScoreTables.degrees(run));
      exhibits.add(OperatorPanels.accuracyByDegree(run));
    }
    OperatorPanels.coefficients(run).ifPresent(exhibits::add);
    OperatorPanels.hidden(run).ifPresent(exhibits::add);
    JudgementPanels.confusion(run).ifPresent(exhibits::add);
    JudgementPanels.calibration(run).ifPresent(exhibits::add);
    String title =
        run.sides().size() > 1
            ? "%s on %s, without and with ATP".formatted(run.model(), run.dataSet())
            : "%s on %s".formatted(run.model(), run.dataSet());
    return new Report(
        title,
        run.sides().size() > 1 ? List.of(Report.ATP) : List.of(),
        RunSummary.of(run).stream().map(Answer::sentence).toList(),
        run.generated() ? exhibits.stream().map(RunReport::marked).toList() : exhibits,
        setup);
  }

  /// Scores of a table carry the mark themselves.
  private static Exhibit marked(Exhibit exhibit) {
    if (!(exhibit instanceof Figure figure)) {
      return exhibit;
    }
    List<String> notes = new ArrayList<>(figure.notes());
    notes.add("Measured on a generated graph, not on real data.");
    return new Figure(figure.id(), figure.title(), figure.question(), figure.panels(), notes);
  }
}
