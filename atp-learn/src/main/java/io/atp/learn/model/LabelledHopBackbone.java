package io.atp.learn.model;

import io.atp.core.graph.CsrGraph;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.LabelledHops;
import io.atp.learn.model.layer.FeedForward;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A backbone on all hops of the features that may add what it makes of propagated labels: `logits
/// += FFN(ℓ)` with ℓ the training labels spread by row mean without loops. With label use, training
/// may go in [Stages].
interface LabelledHopBackbone<S extends Record & LabelledHopBackbone.Use>
    extends Backbone<S, LabelledHops> {
  /// What settings say of it.
  interface Use {
    /// K
    int hops();

    /// How far labels travel; 0 for no label use.
    int labelHops();

    Stages stages();
  }

  @Override
  default Stages stages(S settings) {
    return settings.stages();
  }

  @Override
  default boolean takesNodeWise() {
    return true;
  }

  @Override
  default boolean usesLabels(S settings) {
    return settings.labelHops() > 0;
  }

  @Override
  default int keptMatrices(S settings) {
    return settings.hops() + 2;
  }

  @Override
  default LabelledHops prepare(S settings, Problem problem, Workspace work) {
    return LabelledHops.of(
        problem.hops(allHops(settings), work),
        problem.operator().graph(),
        problem.known(),
        problem.lessons(),
        settings.labelHops(),
        work);
  }

  private PropagationConfig allHops(S settings) {
    return PropagationConfig.of(settings.hops(), new HopCombiner.All());
  }

  @Override
  default Optional<HopForm<LabelledHops>> hopForm(S settings) {
    return settings.labelHops() > 0
        ? Optional.empty()
        : Optional.of(
            new HopForm<>(allHops(settings), hops -> new LabelledHops(hops, Optional.empty())));
  }

  @Override
  default List<RowOrigin> origins(S settings, Problem problem, int node, Workspace work) {
    List<RowOrigin> origins = new ArrayList<>(problem.origins(allHops(settings), node, work));
    if (settings.labelHops() > 0) {
      CsrGraph graph = problem.operator().graph();
      origins.add(
          LabelledHops.labelOrigin(
              graph, problem.known(), problem.lessons(), settings.labelHops(), node, work));
    }
    return origins;
  }

  @Override
  default LabelledHops taught(S settings, LabelledHops inputs, Problem problem, Workspace work) {
    return inputs.with(
        problem.operator().graph(), problem.known(), problem.lessons(), settings.labelHops(), work);
  }

  static void requireLabelsFor(Stages stages, int labelHops) {
    Require.atLeast("labelHops", labelHops, 0);
    Require.that(
        labelHops > 0 || stages instanceof Stages.Single,
        "stages hand on labels, and labelHops is 0");
  }

  /// `logits + FFN(ℓ)`, where labels are used. The state of a node stays the one its features have.
  static Tensor plusLabels(
      Tensor logits, Optional<FeedForward> network, LabelledHops inputs, int[] nodes, Phase phase) {
    if (network.isEmpty()) {
      return logits;
    }
    Tape tape = logits.tape();
    Optional<Tensor> state = tape.lastState();
    Tensor known = network.get().apply(inputs.labelRows(tape, nodes), phase);
    state.ifPresent(tape::weighed);
    return Add.of(logits, known);
  }

  /// The FFN of ℓ, where labels are used.
  default Optional<FeedForward> labelNetwork(
      S settings, int hidden, double dropout, int outputs, ParameterStore store) {
    if (settings.labelHops() == 0) {
      return Optional.empty();
    }
    int[] widths = {outputs, hidden, hidden, outputs};
    return Optional.of(FeedForward.create(store, "labels", widths, true, dropout));
  }
}
