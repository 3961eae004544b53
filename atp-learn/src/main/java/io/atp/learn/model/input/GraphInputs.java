package io.atp.learn.model.input;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.sparse.OperatorPair;

/// The graph itself, for backbones that meet it in every layer: nothing can be propagated before
/// there are weights.
///
/// @param operator M with its transpose, for the way back
/// @param graph A, without loops
/// @param coefficients the r of every node, for operators of a part of the graph
public record GraphInputs(
    NodeFeatures features, OperatorPair operator, CsrGraph graph, NodeCoefficients coefficients) {
  public static GraphInputs of(
      PropagationOperator operator,
      NodeCoefficients coefficients,
      Features features,
      Workspace work) {
    return new GraphInputs(
        NodeFeatures.of(features, work),
        OperatorPair.of(operator, work),
        operator.graph(),
        coefficients);
  }

  public int nodeCount() {
    return operator.nodeCount();
  }
}
