package io.atp.lab.report;

import java.util.List;

/// What a summary says of a table.
public sealed interface Claim {
  /// Rows of one label beside those of another, in the same group.
  ///
  /// @param words what is compared, such as `correction beside uniform sampling`
  record Difference(String words, String label, String other) implements Claim {}

  /// How far repeats are apart, by label.
  record Deviations(List<String> labels) implements Claim {
    public Deviations {
      labels = List.copyOf(labels);
    }
  }
}
