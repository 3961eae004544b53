package io.atp.learn.model;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.Focus;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/// Weights, and how they turn prepared inputs into logits.
///
/// Inputs are an argument and not a field, so that a model trained on one graph can be asked about
/// another.
///
/// @param <I> what the backbone prepared
public interface Model<I> {
  /// Every trained parameter once, with the rates it learns at.
  ///
  /// @param learningRate of groups that do not ask for their own
  /// @param weightDecay of groups that do not ask for their own
  List<ParameterGroup> groups(double learningRate, double weightDecay);

  /// One row of logits for each node asked for.
  Tensor logits(Tape tape, I inputs, int[] nodes, Phase phase);

  /// How many nodes to ask about at a time. A model that computes all nodes to answer for one says
  /// so with [Integer#MAX_VALUE].
  default int judgingBatch() {
    return 8192;
  }

  /// How training goes through its nodes: in batches of them, unless the backbone draws parts of
  /// the graph.
  ///
  /// @param inputs what is learned from
  /// @param batchSize nodes per step; 0 for all at once
  /// @param seed of the run
  default Steps steps(I inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
    return new NodeSteps<>(this, inputs, trainNodes, targets, batchSize, seed);
  }

  /// The part of the inputs that [#logits] of these nodes hangs on, where it is much smaller; asked
  /// both of nodes to learn from and of nodes to judge. Empty for a backbone whose steps draw from
  /// the whole graph.
  ///
  /// @param work what the part lives in
  default Optional<Focus<I>> focus(I inputs, int[] nodes, Workspace work) {
    return Optional.empty();
  }

  /// What a step brings down: the targets' own loss, unless the backbone adds to it.
  default Tensor loss(Tape tape, I inputs, int[] nodes, Targets targets, Phase phase) {
    return targets.loss(logits(tape, inputs, nodes, phase), nodes);
  }
}
