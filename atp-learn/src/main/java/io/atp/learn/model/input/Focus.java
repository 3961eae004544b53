package io.atp.learn.model.input;

/// A question about some nodes, put to a part of the graph that answers it as the whole would.
///
/// @param inputs of the part
/// @param nodes asked about, by their numbers in the part
/// @param members by number in the part, the node of the whole
public record Focus<I>(I inputs, int[] nodes, int[] members) {}
