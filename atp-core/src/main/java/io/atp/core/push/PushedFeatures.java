package io.atp.core.push;

import io.atp.core.feature.DenseFeatures;

/// Propagated features and what they cost.
public record PushedFeatures(DenseFeatures features, PushAccount account) {}
