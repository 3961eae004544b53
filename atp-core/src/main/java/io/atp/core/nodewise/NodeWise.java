package io.atp.core.nodewise;

import io.atp.core.runtime.Require;
import java.util.ArrayList;
import java.util.List;

/// A choice for each place of the unified equation but the operator.
///
/// Places are independent of each other and of the operator; only the lengths of [NodeSteps] look
/// at what the operator is: at its degrees, or at where its states go.
public record NodeWise(NodeSteps steps, HopWeights weights, FeatureEntry entry) {
  /// Nothing node-wise: the backbone's own hops, exactly.
  public static final NodeWise PLAIN =
      new NodeWise(new NodeSteps.AllHops(), new HopWeights.Own(), new FeatureEntry.Exact());

  public NodeWise {
    Require.that(
        !(weights instanceof HopWeights.Heat(var _, int eulerSteps))
            || eulerSteps == 0
            || steps instanceof NodeSteps.AllHops,
        "Euler steps are the same for all nodes; leave them 0 where nodes stop at steps of their"
            + " own");
    Require.that(
        !(entry instanceof FeatureEntry.Diffusion)
            || weights instanceof HopWeights.Heat
            || weights instanceof HopWeights.Power
            || weights instanceof HopWeights.PageRank,
        "a sparsified diffusion needs weights of heat, power or PageRank");
  }

  public boolean isPlain() {
    return equals(PLAIN);
  }

  /// The union of strategies: each fills the places it is about, and where two are about the same
  /// place the one named first has it. NDLS's mean and SCARA's PageRank weights yield to the
  /// weights of any other.
  ///
  /// @throws IllegalArgumentException for a strategy to which no place is left
  public static NodeWise of(List<? extends Strategy> strategies) {
    NodeSteps steps = null;
    HopWeights weights = null;
    FeatureEntry entry = null;
    List<String> named = new ArrayList<>();
    for (Strategy strategy : strategies) {
      boolean takes =
          steps == null && strategy.steps().isPresent()
              || weights == null && strategy.weights().isPresent()
              || entry == null && strategy.entry().isPresent();
      Require.that(
          takes,
          "%s has nothing left to decide after %s; leave it out or name it first",
          strategy.name(),
          String.join(", ", named));
      steps = steps == null ? strategy.steps().orElse(null) : steps;
      weights = weights == null ? strategy.weights().orElse(null) : weights;
      entry = entry == null ? strategy.entry().orElse(null) : entry;
      named.add(strategy.name());
    }
    for (Strategy strategy : strategies) {
      weights = weights == null ? strategy.spareWeights().orElse(null) : weights;
    }
    return new NodeWise(
        steps == null ? PLAIN.steps : steps,
        weights == null ? PLAIN.weights : weights,
        entry == null ? PLAIN.entry : entry);
  }
}
