package io.atp.learn.model;

import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import java.util.List;
import java.util.Optional;

/// A backbone whose inputs are hops of the features and nothing else: what it says of a node
/// follows from that node's own hop rows.
///
/// So a node that was never in the graph can be judged from its neighbours' rows alone.
public interface HopBackbone<S extends Record> extends Backbone<S, HopInputs> {
  /// How features travel, and what is kept of the journey.
  PropagationConfig propagation(S settings);

  @Override
  default Optional<HopForm<HopInputs>> hopForm(S settings) {
    return Optional.of(new HopForm<>(propagation(settings), hops -> hops));
  }

  @Override
  default boolean takesNodeWise() {
    return true;
  }

  @Override
  default int keptMatrices(S settings) {
    return propagation(settings).outputCount() + 1;
  }

  @Override
  default HopInputs prepare(S settings, Problem problem, Workspace work) {
    return new HopInputs(problem.hops(propagation(settings), work));
  }

  @Override
  default List<RowOrigin> origins(S settings, Problem problem, int node, Workspace work) {
    return problem.origins(propagation(settings), node, work);
  }

  /// Keeps the rows of these nodes alone, unless they are most of the graph or strategies form
  /// their own hops.
  @Override
  default HopInputs prepareFor(S settings, Problem problem, int[] nodes, Workspace work) {
    if (nodes.length > problem.nodeCount() / 2 || !problem.source().isPlain()) {
      return prepare(settings, problem, work);
    }
    return new HopInputs(problem.rows(propagation(settings), nodes, work), nodes);
  }
}
