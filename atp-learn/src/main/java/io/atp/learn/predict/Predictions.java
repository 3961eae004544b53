package io.atp.learn.predict;

/// What a model says of every node.
///
/// @param labels the most probable class of each node
/// @param probabilities one row per node, calibrated by the model's temperature
public record Predictions(int[] labels, float[][] probabilities) {}
