package io.atp.lab;

import io.atp.lab.cell.CellRecord;
import io.atp.lab.report.Answer;
import io.atp.lab.report.Exhibit;
import io.atp.lab.report.Report;
import io.atp.lab.report.Setup;
import io.atp.lab.report.Table;
import io.atp.lab.report.Verdict;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Findings as a report.
public final class LabReport {
  private static final String COMPARED =
      "Each backbone, a network that learns, is tuned twice with the same number of training runs:"
          + " without ATP, and with ATP among the choices, of which the best without it stays one."
          + " Validation nodes choose; test nodes are looked at once. Scores are accuracies on test"
          + " nodes in per cent.";

  private static final String CLEARLY =
      "Clearly means over the same seeds, by a paired sign-flip test with p < %s; any other"
          + " difference may be chance.";

  private static final String WHERE =
      "Elsewhere is on graphs that the paper has and this report has not.";

  private LabReport() {}

  public static Report of(List<Study> studies, Findings findings, Setup setup) {
    List<Exhibit> exhibits = studies.stream().map(study -> study.exhibit(findings)).toList();
    List<Table> tables =
        exhibits.stream().filter(Table.class::isInstance).map(Table.class::cast).toList();
    List<Answer> summary = new ArrayList<>(Summary.ofAll(tables));
    boolean compared = false;
    for (int i = 0; i < studies.size(); i++) {
      Optional<Answer> said =
          exhibits.get(i) instanceof Table table
              ? Summary.of(table)
              : studies.get(i).answer(findings);
      said.ifPresent(summary::add);
      compared |= said.isPresent() && exhibits.get(i) instanceof Table;
    }
    boolean elsewhere =
        summary.stream()
            .flatMap(answer -> answer.findings().stream())
            .anyMatch(words -> words.contains(Comparison.ELSEWHERE));
    if (compared) {
      summary.add(Answer.sentence(CLEARLY.formatted(Verdict.LEVEL)));
    }
    if (elsewhere) {
      summary.add(Answer.sentence(WHERE));
    }
    Findings.leftOut(findings.absent()).stream().map(Answer::sentence).forEach(summary::add);
    long pending = findings.cells().values().stream().filter(CellRecord::pending).count();
    if (pending > 0) {
      summary.add(
          Answer.sentence(
              "%,d of %,d measurements are still to be made."
                  .formatted(pending, findings.cells().size())));
    }
    return new Report(
        "The experiments of the ATP paper",
        List.of(Report.ATP, COMPARED),
        summary,
        exhibits,
        setup);
  }
}
