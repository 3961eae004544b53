package io.atp.learn.sample;

import io.atp.core.operator.PropagationOperator;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Columns of M drawn with `q(u) ∝ Σ_v M_vu²` over the rows v of the layer above, so that only
/// their neighbours are; entries are divided by `count · q(u)`.
///
/// With replacement, without targets and without normalised rows, `E[block · H] = M · H`. A
/// normalised row is scaled to the sum it has in M: for the random walk that is 1, as published,
/// and with P̃ it keeps the scale that judging sees.
///
/// @param count columns to draw; where there are no more than that and none may be drawn twice, the
///   block is the operator's own, with nothing divided
/// @param replacement whether a column may be drawn more than once
/// @param keepTargets whether columns of the batch's nodes are taken in any case
/// @param normaliseRows whether rows keep their sums
public record LayerDependentDraw(
    int count, boolean replacement, boolean keepTargets, boolean normaliseRows) {
  /// @param targets rows of the block
  /// @param batch nodes of the last layer
  public LayerBlock draw(PropagationOperator operator, int[] targets, int[] batch, long seed) {
    int[] candidates = LayerBlock.reach(operator.graph(), targets);
    if (!replacement && candidates.length <= count) {
      return LayerBlock.full(operator, targets);
    }
    var q = new CumulativeWeights(LayerBlock.squaredColumns(operator, targets, candidates));
    int[] times = times(q, candidates.length, seed);
    if (keepTargets) {
      for (int node : batch) {
        int place = Arrays.binarySearch(candidates, node);
        if (place >= 0 && times[place] == 0) {
          times[place] = 1;
        }
      }
    }
    int[] places = IntStream.range(0, times.length).filter(place -> times[place] > 0).toArray();
    int[] sources = IntStream.of(places).map(place -> candidates[place]).toArray();
    LayerBlock block =
        LayerBlock.of(
            operator, targets, sources, k -> times[places[k]] / (count * q.probability(places[k])));
    return normaliseRows ? normalised(block, operator, targets) : block;
  }

  /// How often each candidate was drawn.
  private int[] times(CumulativeWeights q, int candidates, long seed) {
    int[] times = new int[candidates];
    if (replacement) {
      CumulativeWeights.Drawn drawn = q.draw(count, seed);
      for (int k = 0; k < drawn.places().length; k++) {
        times[drawn.places()[k]] = drawn.counts()[k];
      }
    } else {
      double[] chances = IntStream.range(0, candidates).mapToDouble(q::probability).toArray();
      for (int place : DistinctDraws.byWeight(chances, count, seed)) {
        times[place] = 1;
      }
    }
    return times;
  }

  /// A row of which nothing was drawn stays empty.
  private static LayerBlock normalised(
      LayerBlock block, PropagationOperator operator, int[] targets) {
    double[] wanted = new double[targets.length];
    for (int i = 0; i < targets.length; i++) {
      wanted[i] = rowSum(operator, targets[i]);
    }
    return new LayerBlock(block.weights().withRowSums(wanted), block.sources());
  }

  private static double rowSum(PropagationOperator operator, int row) {
    double sum = operator.right()[row];
    var graph = operator.graph();
    for (long arc = graph.offset(row); arc < graph.offset(row + 1); arc++) {
      sum += operator.right()[graph.target(arc)];
    }
    return operator.left()[row] * sum;
  }
}
