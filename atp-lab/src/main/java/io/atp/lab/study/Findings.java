package io.atp.lab.study;

import io.atp.core.runtime.Require;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What was measured, to draw from.
///
/// @param dataSets that were measured on, in their order
/// @param absent data sets that were not, and why
/// @param quick whether studies looked at fewer points
public record Findings(
    List<String> dataSets, Map<String, String> absent, boolean quick, Map<Cell, CellRecord> cells) {
  public Findings {
    dataSets = List.copyOf(dataSets);
    absent = new LinkedHashMap<>(absent);
    cells = new HashMap<>(cells);
  }

  /// The data sets of a study that were measured on.
  public List<String> of(Study study) {
    return study.dataSets().stream()
        .filter(dataSets::contains)
        .filter(name -> !pending(study, name))
        .toList();
  }

  /// Whether all measurements of a data set are still to be made.
  private boolean pending(Study study, String dataSet) {
    List<Cell> needed = study.cells(dataSet, quick);
    return !needed.isEmpty() && needed.stream().map(this::require).allMatch(CellRecord::pending);
  }

  /// @throws IllegalArgumentException if the cell was never asked for
  public CellRecord require(Cell cell) {
    CellRecord record = cells.get(cell);
    Require.that(record != null, "nothing was measured for %s", cell.toMap());
    return record;
  }

  /// Which data sets of the study are missing, in a sentence for each reason.
  public List<String> missing(Study study) {
    Map<String, String> missing = new LinkedHashMap<>();
    for (String name : study.dataSets()) {
      if (absent.containsKey(name)) {
        missing.put(name, absent.get(name));
      } else if (dataSets.contains(name) && pending(study, name)) {
        missing.put(name, "not measured yet");
      }
    }
    return leftOut(missing);
  }

  /// @param missing reasons by data set
  public static List<String> leftOut(Map<String, String> missing) {
    return byReason(missing).stream().map("Left out: %s."::formatted).toList();
  }

  /// `cora, citeseer (not measured yet)`, one for each reason.
  private static List<String> byReason(Map<String, String> missing) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    missing.forEach((name, why) -> names.computeIfAbsent(why, _ -> new ArrayList<>()).add(name));
    return names.entrySet().stream()
        .map(entry -> "%s (%s)".formatted(String.join(", ", entry.getValue()), entry.getKey()))
        .toList();
  }

  /// @throws IllegalArgumentException with the reasons, if no data set was there
  public void requireSome() {
    Require.that(
        !dataSets.isEmpty(),
        "none of the data sets is there: %s",
        String.join("; ", byReason(absent)));
  }
}
