package io.atp.core.graph;

/// A graph and the account of how it came from its input.
public record BuiltGraph(CsrGraph graph, BuildAccount account) {}
