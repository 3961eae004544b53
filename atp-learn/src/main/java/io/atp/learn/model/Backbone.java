package io.atp.learn.model;

import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.plan.OperatorUse;
import java.util.List;
import java.util.Optional;

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
  default OperatorUse operatorUse(S settings) {
    return OperatorUse.WEIGHTS;
  }

  /// Whether [#prepare] looks at the known labels.
  default boolean usesLabels(S settings) {
    return false;
  }

  /// Whether it sums or lists hops, so that node-wise strategies can change which and how much.
  default boolean takesNodeWise() {
    return false;
  }

  /// How many matrices of nodes × features [#prepare] and training hold at most, scaled features
  /// included; what an estimate of memory counts with.
  default int keptMatrices(S settings) {
    return 3;
  }

  /// Whether sparse features stay sparse: they are multiplied by weights before anything is spread.
  default boolean keepsSparsity() {
    return false;
  }

  /// How many times the graph is held at most: as it is, corrected, and what training keeps of it.
  default int keptGraphs(S settings) {
    return 2;
  }

  /// Bytes of the states that layers hold of the whole graph at once, training or asked about it,
  /// beside what [#prepare] made; what an estimate of memory counts with.
  default long stateBytes(S settings, int nodes, int outputs) {
    return 0;
  }

  /// The part without weights. The result lives as long as the workspace.
  I prepare(S settings, Problem problem, Workspace work);

  /// The same where only these nodes will be asked about; a backbone may keep less for it.
  ///
  /// @param nodes rising
  default I prepareFor(S settings, Problem problem, int[] nodes, Workspace work) {
    return prepare(settings, problem, work);
  }

  /// How often training starts anew. A backbone of several stages answers for every node, whichever
  /// nodes [#prepareFor] names.
  default Stages stages(S settings) {
    return new Stages.Single();
  }

  /// The same inputs after a stage of training; asked only where there are several.
  ///
  /// @param inputs as first prepared
  /// @param problem with what was taught
  default I taught(S settings, I inputs, Problem problem, Workspace work) {
    return prepare(settings, problem, work);
  }

  /// Whether logits are a linear function of what [#prepare] made of the features, so that shares
  /// in them are exact.
  default boolean linear(S settings) {
    return false;
  }

  /// What the rows are made of that [Model#logits] reads of a node, in the order it reads them;
  /// none where it reads features of nodes themselves, by [Problem#nodeFeatures].
  ///
  /// @param problem whose inputs were prepared last
  default List<RowOrigin> origins(S settings, Problem problem, int node, Workspace work) {
    return List.of();
  }

  /// Where its inputs are hops of the features and nothing else, how: then a node that was never in
  /// the graph can be judged from its neighbours' rows, and rows that were propagated elsewhere
  /// will do. A push comes from the sum it estimates.
  default Optional<HopForm<I>> hopForm(S settings) {
    return Optional.empty();
  }

  /// Fresh weights.
  ///
  /// @param outputs columns of the logits
  Model<I> create(S settings, I inputs, int outputs, ParameterStore store);
}
