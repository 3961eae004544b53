package io.atp.lab;

import io.atp.lab.cell.CellRecord;
import io.atp.lab.report.Exhibit;
import io.atp.lab.report.Report;
import io.atp.lab.report.Setup;
import io.atp.lab.report.Table;
import io.atp.lab.report.Verdict;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Findings as a report.
public final class LabReport {
  private static final String MARKS =
      "▲ and ▼: clearly better or worse than what it stands beside, over the same seeds (paired"
          + " sign-flip test, p < %s); ≈: the difference may be chance.";

  private LabReport() {}

  public static Report of(List<Study> studies, Findings findings, Setup setup) {
    List<Exhibit> exhibits = studies.stream().map(study -> study.exhibit(findings)).toList();
    List<Table> tables =
        exhibits.stream().filter(Table.class::isInstance).map(Table.class::cast).toList();
    List<String> summary = new ArrayList<>(Summary.ofAll(tables));
    boolean compared = false;
    for (int i = 0; i < studies.size(); i++) {
      Optional<String> said = said(studies.get(i), exhibits.get(i), findings);
      said.ifPresent(summary::add);
      compared |= said.isPresent() && exhibits.get(i) instanceof Table;
    }
    if (compared) {
      summary.add(MARKS.formatted(Verdict.LEVEL));
    }
    Map<String, List<String>> absent = new LinkedHashMap<>();
    findings
        .absent()
        .forEach((name, why) -> absent.computeIfAbsent(why, _ -> new ArrayList<>()).add(name));
    absent.forEach(
        (why, names) -> summary.add("Left out: %s (%s).".formatted(String.join(", ", names), why)));
    long pending = findings.cells().values().stream().filter(CellRecord::pending).count();
    if (pending > 0) {
      summary.add(
          "%,d of %,d measurements are still to be made."
              .formatted(pending, findings.cells().size()));
    }
    return new Report("The experiments of the ATP paper", summary, exhibits, setup);
  }

  private static Optional<String> said(Study study, Exhibit exhibit, Findings findings) {
    if (exhibit instanceof Table table) {
      return Summary.of(table);
    }
    return study
        .answer(findings)
        .map(answer -> "%s (%s) %s".formatted(study.question(), study.paper(), capital(answer)));
  }

  private static String capital(String sentence) {
    return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
  }
}
