package io.atp.core.correct;

import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NodeSet;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// `score = (rank + ½) / degree`, the rank of a neighbour among those of the deciding node by
/// rising cosine of the two feature rows: `score < M` takes about M · d edges, least alike first.
///
/// The cosine with a zero row is 0. Cosines are compared as floats, so that the last bits of a sum
/// do not decide, and ties go by the hash of the edge. The same hash adds less than 2⁻²⁰ to the
/// rank: nodes of equal degree then have no equal scores, and a threshold can cut anywhere between
/// them.
///
/// @param ranks one int per arc, set in the rows of chosen nodes
record AlikenessScores(CsrGraph graph, MemorySegment ranks, RandomScores ties)
    implements EdgeScores {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final double TIE_WIDTH = 0x1p-20;

  static AlikenessScores of(
      CsrGraph graph, Features features, NodeSet chosen, long seed, Workspace scratch) {
    double[] norms = norms(features, scratch);
    MemorySegment ranks = scratch.allocateArray(graph.arcCount() * Integer.BYTES);
    AlikenessScores scores = new AlikenessScores(graph, ranks, new RandomScores(seed));
    RowChunks rows = RowChunks.of(graph);
    scratch
        .workers()
        .forEachChunk(
            rows.count(),
            chunk -> {
              for (int node = rows.from(chunk); node < rows.to(chunk); node++) {
                if (chosen.contains(node)) {
                  scores.rankRow(node, features, norms);
                }
              }
            });
    return scores;
  }

  @Override
  public double score(int decider, int neighbour) {
    int rank = ranks.get(INT, graph.findArc(decider, neighbour) * Integer.BYTES);
    return (rank + 0.5 + TIE_WIDTH * ties.score(decider, neighbour)) / graph.degree(decider);
  }

  private static double[] norms(Features features, Workspace scratch) {
    double[] norms = new double[features.rows()];
    scratch
        .workers()
        .forEachRange(
            norms.length,
            1 << 10,
            (from, to) -> {
              for (int node = from; node < to; node++) {
                norms[node] = Math.sqrt(features.dot(node, node));
              }
            });
    return norms;
  }

  /// Sorts keys made of the cosine and the hash; a neighbour's rank is where its key ends up.
  private void rankRow(int node, Features features, double[] norms) {
    long first = graph.offset(node);
    long[] keys = new long[graph.degree(node)];
    for (int i = 0; i < keys.length; i++) {
      int neighbour = graph.target(first + i);
      double scale = norms[node] * norms[neighbour];
      float cosine = scale == 0 ? 0 : (float) (features.dot(node, neighbour) / scale);
      long tie = (long) (ties.score(node, neighbour) * 0x1p32);
      keys[i] = (long) sortable(cosine) << 32 | tie;
    }
    long[] sorted = keys.clone();
    Arrays.sort(sorted);
    for (int i = 0; i < keys.length; i++) {
      int rank = Arrays.binarySearch(sorted, keys[i]);
      ranks.set(INT, (first + i) * Integer.BYTES, rank);
    }
  }

  /// An int with the order of the float; −0 and +0 become one.
  private static int sortable(float value) {
    int bits = Float.floatToIntBits(value + 0f);
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }
}
