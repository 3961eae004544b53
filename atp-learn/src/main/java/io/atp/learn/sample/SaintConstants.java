package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntFunction;

/// What undoes the bias of sampling, from how often nodes (C_v) and arcs (C_vu) occur in N
/// subgraphs:
///
/// `1/α_vu = C_v / C_vu` on what node v hears of u, so that over all subgraphs with v in them it
/// hears what it hears in the graph; `1/λ_v = N / (C_v · |V|)` on the loss of v, so that over all
/// subgraphs the loss is the mean over V.
public final class SaintConstants {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final float LARGEST = 1e4f;
  private static final float UNSEEN = 0.1f;
  private static final int BLOCK = 200;

  private final int[] nodeCounts;
  private final MemorySegment arcCounts;
  private int subgraphs;

  private SaintConstants(CsrGraph graph) {
    this.nodeCounts = new int[graph.nodeCount()];
    // Given back when nobody holds the constants any more: they live as long as a run.
    this.arcCounts =
        Arena.ofAuto().allocate(Math.max(1, graph.arcCount()) * Integer.BYTES, Integer.BYTES);
  }

  /// Counts subgraphs, 200 at a time, until they hold `nodes` nodes in all.
  ///
  /// @param subgraph by number, the nodes it is induced by
  public static SaintConstants estimate(
      CsrGraph graph, IntFunction<int[]> subgraph, long nodes, Workers workers) {
    var constants = new SaintConstants(graph);
    Subgraph[] block = new Subgraph[BLOCK];
    long counted = 0;
    do {
      int first = constants.subgraphs;
      workers.forEachChunk(
          BLOCK, i -> block[i] = Subgraph.induced(graph, subgraph.apply(first + i)));
      for (Subgraph part : block) {
        constants.count(part);
        counted += part.nodeCount();
      }
    } while (counted < nodes);
    return constants;
  }

  /// Counts these subgraphs and no others.
  public static SaintConstants of(CsrGraph graph, Iterable<int[]> subgraphs) {
    var constants = new SaintConstants(graph);
    subgraphs.forEach(nodes -> constants.count(Subgraph.induced(graph, nodes)));
    return constants;
  }

  private void count(Subgraph part) {
    subgraphs++;
    for (int node : part.nodes()) {
      nodeCounts[node]++;
    }
    for (long arc : part.arcs()) {
      long at = arc * Integer.BYTES;
      arcCounts.set(INT, at, arcCounts.get(INT, at) + 1);
    }
  }

  /// N.
  public int subgraphs() {
    return subgraphs;
  }

  /// 1/α of an arc in the row of `node`, at most 10⁴; 0.1 where neither was ever seen.
  public float arcFactor(int node, long arc) {
    int together = arcCounts.get(INT, arc * Integer.BYTES);
    if (together == 0) {
      return nodeCounts[node] == 0 ? UNSEEN : LARGEST;
    }
    return Math.min(LARGEST, (float) nodeCounts[node] / together);
  }

  /// 1/λ; a node that was never seen counts as seen a tenth of a time.
  ///
  /// @param trainCount |V|
  public float lossFactor(int node, int trainCount) {
    double seen = nodeCounts[node] == 0 ? UNSEEN : nodeCounts[node];
    return (float) (subgraphs / (seen * trainCount));
  }
}
