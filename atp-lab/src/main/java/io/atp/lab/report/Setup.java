package io.atp.lab.report;

import java.util.Map;

/// How the figures came about.
///
/// @param command that makes them again
/// @param configuration seeds, budgets, data sets with checksums
/// @param machine processor, memory, JDK, kernels
/// @param seconds by room
public record Setup(
    String command,
    Map<String, String> configuration,
    Map<String, String> machine,
    Map<String, Double> seconds) {}
