package io.atp.learn.model.input;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.partition.Coarsening;
import io.atp.core.partition.GraphCoarsening;
import io.atp.core.runtime.Workspace;

/// A smaller graph that stands for a larger one, made when first asked for: judging does without.
///
/// Super-nodes are joined where members are, without weights. A super-node's r is the mean of its
/// members' and its degree its own, so `P̃` of the small graph is built like that of any other. A
/// directed topology is coarsened as if arcs went both ways.
public final class CoarseGraph {
  private static final System.Logger LOG = System.getLogger(CoarseGraph.class.getName());

  private final CsrGraph graph;
  private final NodeCoefficients coefficients;
  private final Features features;
  private final Workspace work;
  private Small small;

  /// @param inputs the super-nodes as a graph to learn from
  /// @param superOf the super-node of each node
  public record Small(GraphInputs inputs, int[] superOf) {}

  /// @param work must live as long as this
  public CoarseGraph(
      CsrGraph graph, NodeCoefficients coefficients, Features features, Workspace work) {
    this.graph = graph;
    this.coefficients = coefficients;
    this.features = features;
    this.work = work;
  }

  /// @param ratio share of the nodes that should be left
  public synchronized Small small(double ratio) {
    if (small == null) {
      Coarsening coarsening = GraphCoarsening.coarsen(BothWays.of(graph, work), ratio, work);
      if (!coarsening.converged()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the smooth vectors that guide the coarsening did not converge");
      }
      NodeCoefficients means = means(coarsening);
      GraphInputs inputs =
          GraphInputs.of(
              PropagationOperator.of(coarsening.graph(), means),
              means,
              SuperFeatures.of(features, coarsening, work),
              work);
      small = new Small(inputs, coarsening.superOf());
    }
    return small;
  }

  private NodeCoefficients means(Coarsening coarsening) {
    double[] sums = new double[coarsening.superCount()];
    int[] counts = new int[sums.length];
    for (int node = 0; node < coarsening.superOf().length; node++) {
      sums[coarsening.superOf()[node]] += coefficients.of(node);
      counts[coarsening.superOf()[node]]++;
    }
    for (int s = 0; s < sums.length; s++) {
      sums[s] /= counts[s];
    }
    return new NodeCoefficients(sums);
  }
}
