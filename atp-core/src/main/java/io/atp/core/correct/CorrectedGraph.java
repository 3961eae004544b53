package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;

/// [A]: the graph after masking, and the account of the masking.
public record CorrectedGraph(CsrGraph graph, CorrectionAccount account) {}
