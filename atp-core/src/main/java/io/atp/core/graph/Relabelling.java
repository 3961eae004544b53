package io.atp.core.graph;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The same graph under other names: arc `u → v` becomes `newIdOf[u] → newIdOf[v]`.
public final class Relabelling {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int RANGE = 1 << 10;

  private Relabelling() {}

  /// @throws IllegalArgumentException if `newIdOf` is not a permutation of the nodes
  public static CsrGraph apply(CsrGraph graph, int[] newIdOf, Workspace work) {
    int nodeCount = graph.nodeCount();
    Require.that(
        newIdOf.length == nodeCount,
        "%d new ids were given for %d nodes",
        newIdOf.length,
        nodeCount);
    int[] oldIdOf = inverse(newIdOf);
    Workers workers = work.workers();
    MemorySegment offsets = work.allocateLongs(nodeCount + 1L);
    workers.forEachRange(
        nodeCount,
        1 << 14,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            offsets.set(LONG, (long) node * Long.BYTES, graph.degree(oldIdOf[node]));
          }
        });
    RowOffsets.accumulate(offsets, nodeCount, workers);
    MemorySegment targets = work.allocateArray(graph.arcCount() * Integer.BYTES);
    workers.forEachRange(
        nodeCount,
        RANGE,
        (from, to) -> {
          int[] row = {};
          for (int node = from; node < to; node++) {
            int degree = graph.degree(oldIdOf[node]);
            if (degree > row.length) {
              row = new int[degree];
            }
            graph.copyRow(oldIdOf[node], row);
            for (int i = 0; i < degree; i++) {
              row[i] = newIdOf[row[i]];
            }
            Arrays.sort(row, 0, degree);
            long at = offsets.get(LONG, (long) node * Long.BYTES) * Integer.BYTES;
            MemorySegment.copy(row, 0, targets, INT, at, degree);
          }
        });
    return CsrGraph.of(offsets, targets, graph.symmetric());
  }

  /// `inverse[permutation[i]] = i`.
  ///
  /// @throws IllegalArgumentException if a number is missing, repeated or out of range
  public static int[] inverse(int[] permutation) {
    int[] inverse = new int[permutation.length];
    Arrays.fill(inverse, -1);
    for (int i = 0; i < permutation.length; i++) {
      int place = permutation[i];
      Require.that(
          place >= 0 && place < permutation.length,
          "entry %d of the permutation is %d, with %d entries",
          i,
          place,
          permutation.length);
      Require.that(
          inverse[place] < 0,
          "entries %d and %d of the permutation are both %d",
          inverse[place],
          i,
          place);
      inverse[place] = i;
    }
    return inverse;
  }
}
