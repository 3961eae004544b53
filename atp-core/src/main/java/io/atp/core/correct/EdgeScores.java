package io.atp.core.correct;

/// How early a chosen node gives up an edge: one number per edge and deciding end.
///
/// `decider` hides the edge to `neighbour` from itself exactly when `score < M`. An edge between
/// two chosen nodes is decided twice, once by each.
sealed interface EdgeScores permits RandomScores, AlikenessScores {
  /// A number in [0, 1). The edge must exist and the decider must be chosen.
  double score(int decider, int neighbour);
}
