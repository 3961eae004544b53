package io.atp.lab;

import io.atp.lab.cell.CellRecord;
import io.atp.lab.report.Exhibit;
import io.atp.lab.report.Report;
import io.atp.lab.report.Setup;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Study;
import java.util.ArrayList;
import java.util.List;

/// Findings as a report.
public final class LabReport {
  private LabReport() {}

  public static Report of(List<Study> studies, Findings findings, Setup setup) {
    List<Exhibit> exhibits = new ArrayList<>();
    for (Study study : studies) {
      exhibits.add(study.exhibit(findings));
    }
    List<String> summary = new ArrayList<>(Summary.of(exhibits));
    findings
        .absent()
        .forEach((name, why) -> summary.add("%s is not at hand: %s".formatted(name, why)));
    long pending = findings.cells().values().stream().filter(CellRecord::pending).count();
    if (pending > 0) {
      summary.add(
          "%,d of %,d measurements are still to be made."
              .formatted(pending, findings.cells().size()));
    }
    return new Report("The experiments of the ATP paper", summary, exhibits, setup);
  }
}
