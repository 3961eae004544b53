package io.atp.lab.report;

import io.atp.learn.evaluate.Paired;
import io.atp.learn.evaluate.Spread;
import java.util.Optional;

/// One place of a table.
public sealed interface Entry {
  /// The published figure, where there is one.
  default Optional<Published> theirs() {
    return Optional.empty();
  }

  /// A score over repeats.
  ///
  /// @param ours shares in [0, 1]
  /// @param theirs the published figure, where there is one
  /// @param difference to the baseline of the same column over the same seeds, where it has one
  /// @param generated whether it was measured on a generated graph of the data set's shape, which
  ///   every place that shows it must say
  record Score(
      Spread ours, Optional<Published> theirs, Optional<Paired> difference, boolean generated)
      implements Entry {}

  /// @param mean in per cent
  /// @param deviation in points; 0 where none was printed
  /// @param source who printed it
  record Published(double mean, double deviation, String source) {}

  /// Seconds, bytes, counts, words.
  record Text(String words) implements Entry {}

  /// @param why it is not there: no data, no room in memory, a failure
  /// @param theirs the published figure, where there is one
  record Missing(String why, Optional<Published> theirs) implements Entry {
    public Missing(String why) {
      this(why, Optional.empty());
    }
  }
}
