package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.propagate.RowReach;
import io.atp.core.runtime.Workspace;
import java.util.ArrayList;
import java.util.List;

/// What the rows of one node in [NodeWisePropagation]'s results are made of.
///
/// Pushes and sampled walks estimate a sum; their rows are said to come from the sum, as estimates.
public final class NodeWiseOrigin {
  private NodeWiseOrigin() {}

  /// In the order of the results.
  ///
  /// @param made from the same operator, features, choice and form
  /// @param work what features that enter changed live in
  public static List<RowOrigin> of(
      PropagationOperator operator,
      Features features,
      NodeWise choice,
      PropagationConfig form,
      NodeWiseFeatures made,
      int node,
      Workspace work) {
    Features entering = NodeWisePropagation.entering(features, choice.entry(), work);
    int[] last = made.steps().length == 0 ? null : made.steps();
    if (choice.entry() instanceof FeatureEntry.Diffusion(var kept)) {
      return SparsifiedDiffusion.origins(
          operator, entering, choice.weights(), last, kept, form, node, work);
    }
    Schedule schedule = Schedule.of(choice.weights(), last, form);
    RowReach reach = RowReach.of(operator, schedule.lazyShare(), node);
    List<RowOrigin> origins = new ArrayList<>();
    for (double[] weights : schedule.hopWeights(node)) {
      RowOrigin origin = RowOrigin.hops(entering, reach, weights);
      origins.add(choice.entry() instanceof FeatureEntry.Exact ? origin : origin.estimated());
    }
    if (choice.entry() instanceof FeatureEntry.Push push && push.standardise()) {
      for (int i = 0; i < origins.size(); i++) {
        DenseFeatures result = made.hops().matrices().get(i);
        double[] slopes = open(made.slopes().get(i), result, node, push.clip());
        origins.set(i, origins.get(i).withSlopes(slopes));
      }
    }
    return origins;
  }

  /// 0 where the row was clipped.
  private static double[] open(double[] slopes, DenseFeatures result, int node, double clip) {
    double[] open = slopes.clone();
    for (int c = 0; c < open.length && clip > 0; c++) {
      open[c] = Math.abs(result.get(node, c)) >= (float) clip ? 0 : open[c];
    }
    return open;
  }
}
