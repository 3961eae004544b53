package io.atp.learn.train;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.Model;
import io.atp.learn.model.Targets;
import io.atp.learn.model.layer.ParameterStore;

/// What one run works on.
///
/// @param trainInputs what is learned from; the induced subgraph of the training nodes where the
///   protocol is inductive
/// @param judgeInputs what validation and test are asked on
/// @param trainNodes rows of `trainInputs` with their targets
/// @param trainTargets targets by node of `trainInputs`
/// @param judgeTargets targets by node of `judgeInputs`
/// @param validationNodes nodes of `judgeInputs`
public record TrainingTask<I>(
    Model<I> model,
    ParameterStore store,
    I trainInputs,
    int[] trainNodes,
    Targets trainTargets,
    I judgeInputs,
    int[] validationNodes,
    Targets judgeTargets) {
  /// The same task on as much of the graph as it hangs on: few labelled nodes do not make all nodes
  /// work.
  ///
  /// @param work where parts live
  TrainingTask<I> focused(Workspace work) {
    var learned = Question.of(model, trainInputs, trainNodes, trainTargets, work);
    var judged = Question.of(model, judgeInputs, validationNodes, judgeTargets, work);
    return new TrainingTask<>(
        model,
        store,
        learned.inputs(),
        learned.nodes(),
        learned.targets(),
        judged.inputs(),
        judged.nodes(),
        judged.targets());
  }

  private record Question<I>(I inputs, int[] nodes, Targets targets) {
    static <I> Question<I> of(
        Model<I> model, I inputs, int[] nodes, Targets targets, Workspace work) {
      return model
          .focus(inputs, nodes, work)
          .map(part -> new Question<>(part.inputs(), part.nodes(), targets.select(part.members())))
          .orElseGet(() -> new Question<>(inputs, nodes, targets));
    }
  }
}
