package io.atp.learn.train;

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
    Targets judgeTargets) {}
