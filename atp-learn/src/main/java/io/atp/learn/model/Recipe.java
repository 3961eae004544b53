package io.atp.learn.model;

import io.atp.core.feature.FeatureScaling;
import io.atp.learn.optimise.TrainingConfig;

/// All that a baseline needs besides the data.
///
/// @param settings the backbone's own
/// @param scaling what is done to features before anything else
/// @param kernelCoefficient r of the classic operator the baseline runs with
public record Recipe<S extends Record>(
    S settings, TrainingConfig training, FeatureScaling scaling, double kernelCoefficient) {}
