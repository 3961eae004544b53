package io.atp.learn.model.input;

import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.Phase;

/// Rows of a walk under random propagation: each weight is left out with probability p, or divided
/// by `1 − p`, and a row is then divided by its sum.
///
/// @param dropout p
/// @param keepSums whether rows keep the sums they have; a factor of a whole row counts only then
public record RandomRows(double dropout, boolean keepSums) {
  private static final double NEVER_ZERO = 1e-12;

  /// With a fresh mask while training, with none while judging.
  public RowBatch of(RowBatch rows, Phase phase) {
    boolean drops = phase.isTraining() && dropout > 0;
    long seed = drops ? phase.nextSeed() : 0;
    float[] weights = new float[rows.weights().length];
    for (int row = 0; row < rows.rows(); row++) {
      int from = rows.offsets()[row];
      int to = rows.offsets()[row + 1];
      double sum = 0;
      for (int at = from; at < to; at++) {
        boolean stays = !drops || StatelessHash.unit(StatelessHash.of(seed, at)) >= dropout;
        weights[at] = stays ? rows.weights()[at] : 0;
        sum += weights[at];
      }
      double factor = keepSums ? (drops ? 1 / (1 - dropout) : 1) : 1 / (sum + NEVER_ZERO);
      for (int at = from; at < to; at++) {
        weights[at] = (float) (weights[at] * factor);
      }
    }
    return rows.with(weights);
  }
}
