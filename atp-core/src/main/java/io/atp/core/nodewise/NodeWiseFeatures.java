package io.atp.core.nodewise;

import io.atp.core.propagate.HopFeatures;

/// Node-wise features and what they cost.
///
/// @param hops one sum, or a list
/// @param steps `l_u` of each node; empty where all nodes go as far
public record NodeWiseFeatures(HopFeatures hops, int[] steps, NodeWiseAccount account) {}
