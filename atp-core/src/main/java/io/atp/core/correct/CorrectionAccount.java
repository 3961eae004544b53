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
  /// As numbers that a checkpoint keeps.
  long[] told() {
    return new long[] {
      nodesChosen,
      Double.doubleToLongBits(maskedShare),
      arcsBefore,
      arcsRemoved,
      maxDegreeBefore,
      maxDegreeAfter,
      nodesIsolated,
      converged ? 1 : 0
    };
  }

  /// What [#told] told.
  static CorrectionAccount of(long[] told) {
    return new CorrectionAccount(
        (int) told[0],
        Double.longBitsToDouble(told[1]),
        told[2],
        told[3],
        (int) told[4],
        (int) told[5],
        (int) told[6],
        told[7] == 1);
  }

  /// Share of the arcs that went.
  public double removedShare() {
    return arcsBefore == 0 ? 0 : (double) arcsRemoved / arcsBefore;
  }
}
