package io.atp.learn.train;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run between two epochs: all that decides what comes next.
///
/// The stopping rule is rebuilt from the history, and randomness from (seed, epoch, batch), so
/// neither is here.
///
/// @param finished whether training is over and `values` are the kept weights
/// @param values parameters and buffers by name
/// @param kept the same at the best epoch so far, where that is not the last
/// @param optimiser its moments, by name
public record TrainingState(
    boolean finished,
    List<TrainingHistory.Epoch> epochs,
    int keptEpoch,
    Map<String, float[][]> values,
    Optional<Map<String, float[][]>> kept,
    long optimiserSteps,
    Map<String, float[][]> optimiser) {}
