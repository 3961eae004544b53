package io.atp.learn.model.input;

import io.atp.core.graph.CsrGraph;
import io.atp.core.partition.Partition;
import io.atp.core.partition.Partitioner;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;

/// A graph in parts with few edges between them, found when first asked for: judging does without.
///
/// A directed topology is divided as if arcs went both ways.
public final class Clusters {
  private static final System.Logger LOG = System.getLogger(Clusters.class.getName());
  private static final long SEED = 0;

  private final CsrGraph graph;
  private final Workspace work;
  private int[][] members;

  /// @param work must live as long as this
  public Clusters(CsrGraph graph, Workspace work) {
    this.graph = graph;
    this.work = work;
  }

  /// The nodes of every part, increasing; the same for every run.
  ///
  /// @throws IllegalArgumentException if there are fewer nodes than parts
  public synchronized int[][] members(int parts) {
    if (members == null || members.length != parts) {
      Require.that(
          parts <= graph.nodeCount(),
          "clusters must be at most the %d nodes there are to learn from, got %d",
          graph.nodeCount(),
          parts);
      members = divide(parts);
    }
    return members;
  }

  private int[][] divide(int parts) {
    try (Workspace scratch = work.scratch()) {
      CsrGraph both = BothWays.of(graph, scratch);
      Partition partition = Partitioner.partition(both, parts, SEED, scratch);
      LOG.log(
          System.Logger.Level.INFO,
          () ->
              "%d clusters of at most %d nodes cut %d of %d edges"
                  .formatted(parts, partition.largest(), partition.cutEdges(), both.edgeCount()));
      return partition.members();
    }
  }
}
