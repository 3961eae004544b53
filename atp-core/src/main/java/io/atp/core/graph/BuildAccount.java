package io.atp.core.graph;

/// What became of the arcs that were read.
///
/// @param arcsRead arcs handed to the builder
/// @param selfLoopsRemoved arcs from a node to itself
/// @param duplicatesRemoved repeats of the same directed arc
/// @param reversesAdded arcs that symmetrising had to add, because only the other direction was
///   there
public record BuildAccount(
    long arcsRead, long selfLoopsRemoved, long duplicatesRemoved, long reversesAdded) {}
