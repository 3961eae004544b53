package io.atp.learn.experiment;

import io.atp.learn.evaluate.Calibration;
import io.atp.learn.evaluate.DegreeBands.BandAccuracy;
import io.atp.learn.evaluate.Evaluation;
import io.atp.learn.train.TrainingHistory;
import java.util.List;
import java.util.Optional;

/// One repeat.
///
/// @param validation score of the kept weights
/// @param test score of the same weights, read once
/// @param evaluation of the test nodes, where each has one class
/// @param bands test accuracy by degree
/// @param temperature what logits are divided by for calibrated probabilities, fitted on validation
/// @param calibration of the test nodes at that temperature
public record RunResult(
    long seed,
    TrainingHistory history,
    double validation,
    double test,
    Optional<Evaluation> evaluation,
    List<BandAccuracy> bands,
    double temperature,
    Optional<Calibration> calibration,
    double trainSeconds) {}
