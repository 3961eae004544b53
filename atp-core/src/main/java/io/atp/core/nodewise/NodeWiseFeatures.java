package io.atp.core.nodewise;

import io.atp.core.propagate.HopFeatures;
import java.util.List;

/// Node-wise features and what they cost.
///
/// @param hops one sum, or a list
/// @param steps `l_u` of each node; empty where all nodes go as far
/// @param slopes by matrix, what each column was multiplied with at the end; empty where none was
public record NodeWiseFeatures(
    HopFeatures hops, int[] steps, List<double[]> slopes, NodeWiseAccount account) {}
