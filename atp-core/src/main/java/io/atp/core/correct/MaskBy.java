package io.atp.core.correct;

/// Whether hiding an edge hides it from one end or from both; the paper's formula and its published
/// code differ.
public enum MaskBy {
  /// A chosen node listens to fewer neighbours, they still hear it (the formula). The result is
  /// directed.
  ROWS,
  /// The edge goes in both directions (the published helper). The result stays symmetric.
  EDGES
}
