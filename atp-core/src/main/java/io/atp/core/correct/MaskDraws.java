package io.atp.core.correct;

import io.atp.core.runtime.StatelessHash;
import java.io.Serializable;

/// The decisions of a random mask, one node and one arc at a time: for whoever holds only a part of
/// the graph and must still hide the very same arcs.
///
/// @param seed of the [CorrectionConfig]
/// @param by whether an arc goes alone or with its reverse
public record MaskDraws(long seed, MaskBy by) implements Serializable {
  /// Whether a node outside the top share joins Ṽ, `share` being s.
  public boolean sampled(int node, double share) {
    return StatelessHash.unit(StatelessHash.of(seed, Purpose.SAMPLED_NODE, node)) < share;
  }

  /// The arc `source → target` is hidden where this lies below M; +∞ where nobody decides about it.
  public double hidingScore(int source, boolean sourceChosen, int target, boolean targetChosen) {
    return hidingScore(new RandomScores(seed), by, source, sourceChosen, target, targetChosen);
  }

  /// By rows, u's score of the edge if u is chosen; by whole edges the smaller of the scores of the
  /// ends that are chosen.
  static double hidingScore(
      EdgeScores scores,
      MaskBy by,
      int source,
      boolean sourceChosen,
      int target,
      boolean targetChosen) {
    double score = sourceChosen ? scores.score(source, target) : Double.POSITIVE_INFINITY;
    return by == MaskBy.EDGES && targetChosen
        ? Math.min(score, scores.score(target, source))
        : score;
  }
}
