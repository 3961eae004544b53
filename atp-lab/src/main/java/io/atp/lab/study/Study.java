package io.atp.lab.study;

import io.atp.lab.cell.Cell;
import io.atp.lab.report.Answer;
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

  /// What a figure shows; a table speaks for itself.
  default Optional<Answer> answer(Findings findings) {
    return Optional.empty();
  }

  /// To this study's question; none where nothing was found.
  ///
  /// @param lead what all findings begin with; may be empty
  /// @param note sentences about all of them; may be empty
  default Optional<Answer> answer(String lead, List<String> found, String note) {
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(new Answer(question(), name(), paper(), lead, found, note));
  }

  /// Drawn from records; cells that were not measured are named as missing.
  Exhibit exhibit(Findings findings);
}
