package io.atp.cli.command;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.OperatorChoice.Tuned;
import io.atp.learn.evaluate.Spread;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.tune.Family;
import io.atp.learn.tune.Tuner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The searches among what `atp reproduce` measured: on data as they are, with recipes as they are
/// but for its bounds.
final class RecordedSearches {
  private RecordedSearches() {}

  /// @return how many there were; none where there is no such folder
  static int fill(Path folder, ResultsTable table) throws IOException {
    Map<Cell, CellRecords.Kept> found = new LinkedHashMap<>();
    for (Path file : records(folder)) {
      CellRecords.Kept kept = CellRecords.open(file);
      Cell cell = kept.cell();
      if (isPlainSearch(cell) && kept.record().measured() && !kept.record().generated()) {
        found.put(cell, kept);
      }
    }
    int searches = 0;
    for (Map.Entry<Cell, CellRecords.Kept> entry : found.entrySet()) {
      Cell cell = entry.getKey();
      CellRecords.Kept other = found.get(cell.withOperator(new Tuned(Family.CLASSIC)));
      if (cell.operator().equals(new Tuned(Family.ADAPTIVE)) && other != null) {
        table.row(cell.dataSet(), cell.model()).search(search(other.record(), entry.getValue()));
        searches++;
      }
    }
    return searches;
  }

  private static List<Path> records(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static boolean isPlainSearch(Cell cell) {
    return cell.isSearch() && cell.nodewise().isEmpty() && cell.settings().isEmpty();
  }

  private static ResultsTable.Search search(CellRecord baseline, CellRecords.Kept winner) {
    CellRecord atp = winner.record();
    var difference = validation(atp).against(validation(baseline), 0);
    boolean advised = Tuner.advises(OperatorPlan.fromMap(atp.operator()), difference);
    return new ResultsTable.Search(
        Integer.toString(winner.records().effort().budget()),
        spread(baseline),
        spread(atp),
        ResultsCommand.choice(atp.operator(), atp.removedShare()),
        ResultsTable.advice(advised));
  }

  private static Spread validation(CellRecord record) {
    return Spread.of(record.validation().stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static String spread(CellRecord record) {
    Spread test = record.testSpread();
    return ResultsTable.spread(test.mean(), test.standardDeviation());
  }
}
