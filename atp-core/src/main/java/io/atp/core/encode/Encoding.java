package io.atp.core.encode;

/// The numbers that describe a node, in the order in which they are weighted and summed.
public enum Encoding {
  /// Share of all other nodes that are neighbours.
  DEGREE,
  /// Share of the pairs of neighbours that are joined.
  CLUSTERING,
  /// Entry of the leading eigenvector.
  EIGENVECTOR,
  /// Share of time a restarting random walk spends here.
  PAGERANK,
  /// Walks of every length that start here, the longer the fainter.
  KATZ
}
