package io.atp.learn.model;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.nodewise.NodeWiseSum;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.input.FollowedFeatures;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.tensor.Matrix;
import java.util.List;
import java.util.Optional;

/// What a backbone may see of a graph.
///
/// @param operator M of the spec: P̃ of ATP, or a classic one
/// @param coefficients the r of every node that the operator was made with
/// @param features one row per node, scaled as the recipe asks
/// @param known the labels of training nodes; all others are unlabelled here, so that no backbone
///   can look at what it is judged on
/// @param lessons what an earlier stage of training was sure of about the others
/// @param source of hop features
/// @param factors of the rows of features, where results will be asked which nodes they hang on
public record Problem(
    PropagationOperator operator,
    NodeCoefficients coefficients,
    Features features,
    Labels known,
    Lessons lessons,
    HopSource source,
    Optional<Matrix> factors) {
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

  public Problem(
      PropagationOperator operator,
      NodeCoefficients coefficients,
      Features features,
      Labels known,
      Lessons lessons,
      HopSource source) {
    this(operator, coefficients, features, known, lessons, source, Optional.empty());
  }

  public Problem with(Lessons other) {
    return new Problem(operator, coefficients, features, known, other, source, factors);
  }

  /// The same, with factors that gradients reach.
  public Problem following(Workspace work) {
    Matrix ones = Matrix.zeros(nodeCount(), 1, work.arena());
    ones.fill(1);
    return new Problem(operator, coefficients, features, known, lessons, source, Optional.of(ones));
  }

  /// The features after their hops, plain or as node-wise strategies have it.
  public List<DenseFeatures> hops(PropagationConfig config, Workspace work) {
    return hops(features, config, work);
  }

  /// The same for other features of the same nodes.
  public List<DenseFeatures> hops(Features rows, PropagationConfig config, Workspace work) {
    return source.hops(operator, rows, config, work);
  }

  /// The map that node-wise strategies put in the place of a backbone's own sum, where it is not
  /// the features that travel; nothing where there are no strategies.
  ///
  /// @param form the backbone's own sum
  public Optional<NodeWiseSum> sum(PropagationConfig form, Workspace work) {
    return source.sum(operator, features, form, work);
  }

  /// The one that was made last.
  public Optional<NodeWiseSum> lastSum() {
    return source.lastSum();
  }

  /// Rows of these nodes of plain hops.
  public List<DenseFeatures> rows(PropagationConfig config, int[] nodes, Workspace work) {
    return source.rows(operator, features, config, nodes, work);
  }

  /// What a node's rows of [#hops] are made of; asked after them.
  public List<RowOrigin> origins(PropagationConfig config, int node, Workspace work) {
    return origins(features, config, node, work);
  }

  /// The same for a sum that a push may have estimated.
  public List<RowOrigin> origins(PropagationConfig sum, boolean pushed, int node, Workspace work) {
    List<RowOrigin> origins = origins(sum, node, work);
    return pushed ? origins.stream().map(RowOrigin::estimated).toList() : origins;
  }

  /// The same for other features of the same nodes.
  public List<RowOrigin> origins(
      Features rows, PropagationConfig config, int node, Workspace work) {
    return source.origins(operator, rows, config, node, work);
  }

  /// X as a first layer meets it. The result lives as long as the workspace.
  public NodeFeatures nodeFeatures(Workspace work) {
    NodeFeatures plain = NodeFeatures.of(features, work);
    return factors.<NodeFeatures>map(ones -> new FollowedFeatures(plain, ones)).orElse(plain);
  }

  public int nodeCount() {
    return operator.nodeCount();
  }

  /// The graph as layers meet it. The result lives as long as the workspace.
  public GraphInputs graphInputs(Workspace work) {
    return GraphInputs.of(operator, coefficients, nodeFeatures(work), work);
  }
}
