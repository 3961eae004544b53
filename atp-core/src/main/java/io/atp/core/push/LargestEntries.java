package io.atp.core.push;

import io.atp.core.runtime.Workspace;

/// Rows of a matrix that is there already, each cut to its largest entries, as pushes give them.
public final class LargestEntries {
  private LargestEntries() {}

  /// A row for each source, in their order; of equal entries the lower node stays.
  ///
  /// @param offsets of the rows in `columns`, one more than there are nodes
  public static SparseRows rows(
      int[] offsets, int[] columns, float[] values, int[] sources, int keep, Workspace work) {
    int nodes = offsets.length - 1;
    SparseRows.checkSources(sources, nodes);
    return SourcePusher.rows(
        "largest entries", nodes, sources, keep, () -> new Reader(offsets, columns, values), work);
  }

  private record Reader(int[] offsets, int[] columns, float[] values) implements SourcePusher {
    @Override
    public void row(int source, TopEntries top) {
      for (int at = offsets[source]; at < offsets[source + 1]; at++) {
        top.offer(columns[at], values[at], values[at]);
      }
    }

    @Override
    public PushAccount account() {
      return PushAccount.NONE;
    }
  }
}
