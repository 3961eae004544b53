package io.atp.learn.tensor.sparse;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;

/// Consecutive rows in groups: segment g is the rows `offsets[g] .. offsets[g+1])`, maybe none.
public record Segments(int[] offsets) {
  public Segments {
    Require.that(
        offsets.length > 0 && offsets[0] == 0, "segments start at row 0 and end somewhere");
    for (int g = 1; g < offsets.length; g++) {
      if (offsets[g] < offsets[g - 1]) {
        throw new IllegalArgumentException(
            "segment %d runs from row %d to %d".formatted(g - 1, offsets[g - 1], offsets[g]));
      }
    }
  }

  /// A row per entry of A + I, a segment per node: the node itself, then its neighbours as stored.
  public static Segments ofEntries(CsrGraph graph) {
    int[] offsets = new int[graph.nodeCount() + 1];
    for (int node = 0; node <= graph.nodeCount(); node++) {
      offsets[node] = Math.toIntExact(graph.offset(node) + node);
    }
    return new Segments(offsets);
  }

  public int count() {
    return offsets.length - 1;
  }

  /// Rows of all segments together.
  public int rows() {
    return offsets[count()];
  }

  public int from(int segment) {
    return offsets[segment];
  }

  public int to(int segment) {
    return offsets[segment + 1];
  }

  public int size(int segment) {
    return to(segment) - from(segment);
  }
}
