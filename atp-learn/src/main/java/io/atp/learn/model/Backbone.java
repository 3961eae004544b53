package io.atp.learn.model;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;

/// One method of the literature.
///
/// @param <S> its settings
/// @param <I> what it computes once from graph and features, before any weight exists
public interface Backbone<S extends Record, I> {
  /// As on the command line: `gamlp`.
  String name();

  /// One line: the equation, and what it is good for.
  String summary();

  /// Defaults for a data set the spec names, or general ones for any other.
  ///
  /// @param dataSet lower case, as in the registry
  Recipe<S> recipe(String dataSet);

  /// What of the operator acts in it.
  default OperatorUse operatorUse() {
    return OperatorUse.WEIGHTS;
  }

  /// Whether [#prepare] looks at the known labels.
  default boolean usesLabels(S settings) {
    return false;
  }

  /// How many matrices of nodes × features [#prepare] holds at most, scaled features included; what
  /// an estimate of memory counts with.
  default int keptMatrices(S settings) {
    return 3;
  }

  /// Numbers per node that layers hold while the whole graph is asked about, features apart; an
  /// estimate of memory counts with them too.
  default int statesPerNode(S settings) {
    return 0;
  }

  /// The part without weights. The result lives as long as the workspace.
  I prepare(S settings, Problem problem, Workspace work);

  /// Fresh weights.
  ///
  /// @param outputs columns of the logits
  Model<I> create(S settings, I inputs, int outputs, ParameterStore store);
}
