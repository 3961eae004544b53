package io.atp.learn.optimise;

import io.atp.core.runtime.Require;

/// How a model is trained.
///
/// @param epochs most passes over the training nodes
/// @param batchSize nodes per step; 0 for all at once
/// @param weightDecay of every group of parameters that does not set its own
/// @param judgeEvery epochs between two looks at validation
/// @param classWeights whether rare classes weigh more: `n / (classes · n_c)` over training nodes
public record TrainingConfig(
    int epochs,
    int batchSize,
    OptimiserConfig optimiser,
    double learningRate,
    double weightDecay,
    StoppingRule stopping,
    int judgeEvery,
    GradientClip clip,
    Schedule schedule,
    boolean classWeights) {
  public TrainingConfig {
    Require.atLeast("epochs", epochs, 1);
    Require.atLeast("batchSize", batchSize, 0);
    Require.that(
        learningRate > 0 && Double.isFinite(learningRate),
        "learningRate must be a finite number above 0, got %s",
        learningRate);
    Require.that(
        weightDecay >= 0 && Double.isFinite(weightDecay),
        "weightDecay must be a finite number from 0 on, got %s",
        weightDecay);
    Require.atLeast("judgeEvery", judgeEvery, 1);
  }

  /// Adam on full batches, constant rate, every epoch judged.
  public static TrainingConfig adam(
      int epochs, double learningRate, double weightDecay, StoppingRule stopping) {
    return new TrainingConfig(
        epochs,
        0,
        new OptimiserConfig.Adam(),
        learningRate,
        weightDecay,
        stopping,
        1,
        new GradientClip.None(),
        new Schedule.Constant(),
        false);
  }

  public TrainingConfig withBatchSize(int nodes) {
    return new TrainingConfig(
        epochs,
        nodes,
        optimiser,
        learningRate,
        weightDecay,
        stopping,
        judgeEvery,
        clip,
        schedule,
        classWeights);
  }

  public TrainingConfig withJudgeEvery(int passes) {
    return new TrainingConfig(
        epochs,
        batchSize,
        optimiser,
        learningRate,
        weightDecay,
        stopping,
        passes,
        clip,
        schedule,
        classWeights);
  }

  public TrainingConfig withClip(GradientClip change) {
    return new TrainingConfig(
        epochs,
        batchSize,
        optimiser,
        learningRate,
        weightDecay,
        stopping,
        judgeEvery,
        change,
        schedule,
        classWeights);
  }

  public TrainingConfig withOptimiser(OptimiserConfig rule) {
    return new TrainingConfig(
        epochs,
        batchSize,
        rule,
        learningRate,
        weightDecay,
        stopping,
        judgeEvery,
        clip,
        schedule,
        classWeights);
  }
}
