package io.atp.lab.study;

import io.atp.lab.cell.Cell;
import io.atp.lab.report.Exhibit;
import java.util.List;
import java.util.Optional;

/// A table or figure of the paper as an experiment.
public interface Study {
  /// As on the command line: `ablation`.
  String name();

  /// Where the paper has it: `Table 4`.
  String paper();

  String title();

  String question();

  /// Data sets it is run on where they are at hand, the paper's own first.
  List<String> dataSets();

  /// Every measurement it needs of one data set.
  ///
  /// @param quick fewer points
  List<Cell> cells(String dataSet, boolean quick);

  /// What a figure shows, in a sentence that does not repeat the question; a table speaks for
  /// itself.
  default Optional<String> answer(Findings findings) {
    return Optional.empty();
  }

  /// Drawn from records; cells that were not measured are named as missing.
  Exhibit exhibit(Findings findings);
}
