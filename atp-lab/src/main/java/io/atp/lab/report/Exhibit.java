package io.atp.lab.report;

import java.util.List;

/// A table or a figure.
public sealed interface Exhibit permits Table, Figure {
  /// Short and stable, fit for a file name: `ablation`.
  String id();

  String title();

  /// What it is to answer, as a question.
  String question();

  /// What to know when reading it: what was left out and why, what is generated, what differs from
  /// the paper.
  List<String> notes();
}
