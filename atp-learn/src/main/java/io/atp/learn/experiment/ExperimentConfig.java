package io.atp.learn.experiment;

import io.atp.core.feature.FeatureScaling;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.SplitRule;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorUse;

/// Everything an experiment needs but the data.
///
/// @param recipe settings of the backbone and of its training
/// @param plan the operator, or what of it acts in the backbone; the recipe's own r is that of the
///   baseline
/// @param inductive train on the subgraph of the training nodes, judge on the whole graph
/// @param firstRepeat number of the first run; the search runs the first few and adds more later
/// @param repeats how many runs, each from fresh weights
/// @param seed repeat k has the seed `seed + k`, which decides its split, weights and dropout
public record ExperimentConfig<S extends Record, I>(
    Backbone<S, I> backbone,
    Recipe<S> recipe,
    OperatorPlan plan,
    SplitRule split,
    boolean inductive,
    int firstRepeat,
    int repeats,
    long seed) {
  public ExperimentConfig {
    Require.atLeast("firstRepeat", firstRepeat, 0);
    Require.atLeast("repeats", repeats, 1);
    plan = plan.restrictedTo(backbone.operatorUse(recipe.settings()), recipe.kernelCoefficient());
    Require.that(
        recipe.nodeWise().isEmpty() || backbone.takesNodeWise(),
        "%s has no hops of the features that a node-wise strategy could change",
        backbone.name());
  }

  /// What of the operator acts in the backbone as it is set.
  public OperatorUse operatorUse() {
    return backbone.operatorUse(recipe.settings());
  }

  public ExperimentConfig<S, I> withPlan(OperatorPlan other) {
    return new ExperimentConfig<>(
        backbone, recipe, other, split, inductive, firstRepeat, repeats, seed);
  }

  public ExperimentConfig<S, I> withRecipe(Recipe<S> other) {
    return new ExperimentConfig<>(
        backbone, other, plan, split, inductive, firstRepeat, repeats, seed);
  }

  public ExperimentConfig<S, I> withSplit(SplitRule other) {
    return new ExperimentConfig<>(
        backbone, recipe, plan, other, inductive, firstRepeat, repeats, seed);
  }

  public ExperimentConfig<S, I> withRepeats(int first, int count) {
    return new ExperimentConfig<>(backbone, recipe, plan, split, inductive, first, count, seed);
  }

  /// Whether what a backbone prepares differs between repeats.
  boolean dependsOnSplit() {
    return inductive
        || recipe.scaling() == FeatureScaling.STANDARDISE
        || backbone.usesLabels(recipe.settings());
  }
}
