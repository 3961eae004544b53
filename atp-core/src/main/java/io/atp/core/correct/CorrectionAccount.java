package io.atp.core.correct;

/// What a correction did.
///
/// @param nodesChosen size of Ṽ
/// @param maskedShare the M that was used, given or derived
/// @param arcsBefore stored arcs of the input
/// @param arcsRemoved arcs hidden; an edge hidden from both ends counts twice
/// @param maxDegreeBefore largest degree of the input
/// @param maxDegreeAfter largest degree of the result
/// @param nodesIsolated nodes that had edges and have none left
/// @param converged whether the eigenvalues behind the smoothing bound did; true where none were
///   needed
public record CorrectionAccount(
    int nodesChosen,
    double maskedShare,
    long arcsBefore,
    long arcsRemoved,
    int maxDegreeBefore,
    int maxDegreeAfter,
    int nodesIsolated,
    boolean converged) {
  /// Share of the arcs that went.
  public double removedShare() {
    return arcsBefore == 0 ? 0 : (double) arcsRemoved / arcsBefore;
  }
}
