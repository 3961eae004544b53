package io.atp.learn.model.input;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Surroundings;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.sparse.OperatorPair;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/// The graph itself, for backbones that meet it in every layer: nothing can be propagated before
/// there are weights.
///
/// @param operator M with its transpose, for the way back
/// @param graph A, without loops
/// @param coefficients the r of every node, for operators of a part of the graph
/// @param last what a deep network may leave out of its last layers, where one question is asked
public record GraphInputs(
    NodeFeatures features,
    OperatorPair operator,
    CsrGraph graph,
    NodeCoefficients coefficients,
    LastLayers last) {
  public static GraphInputs of(
      PropagationOperator operator,
      NodeCoefficients coefficients,
      Features features,
      Workspace work) {
    return of(operator, coefficients, NodeFeatures.of(features, work), work);
  }

  public static GraphInputs of(
      PropagationOperator operator,
      NodeCoefficients coefficients,
      NodeFeatures features,
      Workspace work) {
    return new GraphInputs(
        features, OperatorPair.of(operator, work), operator.graph(), coefficients, LastLayers.NONE);
  }

  public int nodeCount() {
    return operator.nodeCount();
  }

  /// What a network of some layers reads to answer for some nodes, where that is much less than
  /// all; for layers that spend their time on arcs.
  public Optional<Focus<GraphInputs>> around(int[] asked, int layers, Workspace work) {
    return Surroundings.of(graph, asked, layers, work).map(part -> restrict(part, asked, work));
  }

  /// The same for many layers that spend their time on nodes: whatever they cannot reach is left
  /// out, and of the last ones what nobody reads.
  public Optional<Focus<GraphInputs>> within(int[] asked, int layers, Workspace work) {
    Optional<Focus<GraphInputs>> part =
        Surroundings.ofNodes(graph, asked, layers, work).map(some -> restrict(some, asked, work));
    Focus<GraphInputs> question = part.orElseGet(() -> new Focus<>(this, asked, allNodes()));
    GraphInputs read = question.inputs();
    LastLayers narrow = LastLayers.of(read.graph, read.operator, question.nodes(), layers);
    if (narrow.isEmpty()) {
      return part;
    }
    var inputs =
        new GraphInputs(read.features, read.operator, read.graph, read.coefficients, narrow);
    return Optional.of(new Focus<>(inputs, question.nodes(), question.members()));
  }

  private int[] allNodes() {
    return IntStream.range(0, nodeCount()).toArray();
  }

  private Focus<GraphInputs> restrict(Surroundings part, int[] asked, Workspace work) {
    int[] members = part.nodes();
    OperatorPair some = operator.restrict(part, work);
    if (members.length == nodeCount()) {
      var same = new GraphInputs(features, some, part.graph(), coefficients, LastLayers.NONE);
      return new Focus<>(same, asked, members);
    }
    double[] own = IntStream.of(members).mapToDouble(coefficients::of).toArray();
    int[] places = IntStream.of(asked).map(node -> Arrays.binarySearch(members, node)).toArray();
    return new Focus<>(
        new GraphInputs(
            features.select(members, work),
            some,
            part.graph(),
            new NodeCoefficients(own),
            LastLayers.NONE),
        places,
        members);
  }
}
