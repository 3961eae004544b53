package io.atp.learn.model;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.input.Lessons;
import java.util.List;

/// What a backbone may see of a graph.
///
/// @param operator M of the spec: P̃ of ATP, or a classic one
/// @param coefficients the r of every node that the operator was made with
/// @param features one row per node, scaled as the recipe asks
/// @param known the labels of training nodes; all others are unlabelled here, so that no backbone
///   can look at what it is judged on
/// @param lessons what an earlier stage of training was sure of about the others
/// @param source of hop features
public record Problem(
    PropagationOperator operator,
    NodeCoefficients coefficients,
    Features features,
    Labels known,
    Lessons lessons,
    HopSource source) {
  public Problem {
    Require.that(
        features.rows() == operator.nodeCount() && known.values().length == operator.nodeCount(),
        "a graph of %d nodes came with %d rows of features and %d labels",
        operator.nodeCount(),
        features.rows(),
        known.values().length);
  }

  /// With plain hops and a single stage.
  public Problem(
      PropagationOperator operator,
      NodeCoefficients coefficients,
      Features features,
      Labels known) {
    this(operator, coefficients, features, known, Lessons.NONE, HopSource.plain());
  }

  public Problem with(Lessons other) {
    return new Problem(operator, coefficients, features, known, other, source);
  }

  /// The features after their hops, plain or as node-wise strategies have it.
  public List<DenseFeatures> hops(PropagationConfig config, Workspace work) {
    return hops(features, config, work);
  }

  /// The same for other features of the same nodes.
  public List<DenseFeatures> hops(Features rows, PropagationConfig config, Workspace work) {
    return source.hops(operator, rows, config, work);
  }

  public int nodeCount() {
    return operator.nodeCount();
  }

  /// The graph as layers meet it. The result lives as long as the workspace.
  public GraphInputs graphInputs(Workspace work) {
    return GraphInputs.of(operator, coefficients, features, work);
  }
}
