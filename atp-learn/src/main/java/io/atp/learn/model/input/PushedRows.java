package io.atp.learn.model.input;

import io.atp.core.push.SparseRows;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;

/// Rows of a walk matrix, pushed when a batch first asks for them and kept from then on.
///
/// Nodes that are never trained on cost one empty reference. 8 bytes an entry for the others.
public final class PushedRows {
  /// A row for each source, in their order.
  @FunctionalInterface
  public interface Push {
    SparseRows rows(int[] sources, Workspace work);
  }

  private final Push push;
  private final Workspace work;
  private final SparseRows.Row[] known;

  /// @param work whose threads push
  public PushedRows(int nodeCount, Push push, Workspace work) {
    this.push = push;
    this.work = work;
    this.known = new SparseRows.Row[nodeCount];
  }

  /// The rows of these nodes, in their order.
  public synchronized RowBatch of(int[] nodes) {
    int[] missing = Arrays.stream(nodes).filter(node -> known[node] == null).distinct().toArray();
    if (missing.length > 0) {
      pushFrom(missing);
    }
    int[] offsets = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      offsets[i + 1] = Math.addExact(offsets[i], known[nodes[i]].columns().length);
    }
    int[] columns = new int[offsets[nodes.length]];
    float[] weights = new float[columns.length];
    for (int i = 0; i < nodes.length; i++) {
      SparseRows.Row row = known[nodes[i]];
      System.arraycopy(row.columns(), 0, columns, offsets[i], row.columns().length);
      System.arraycopy(row.weights(), 0, weights, offsets[i], row.columns().length);
    }
    return new RowBatch(offsets, columns, weights);
  }

  private void pushFrom(int[] sources) {
    try (Workspace quiet = work.quietScratch()) {
      SparseRows fresh = push.rows(sources, quiet);
      for (int i = 0; i < sources.length; i++) {
        known[sources[i]] = fresh.row(i);
      }
    }
  }
}
