package io.atp.learn.model.input;

import io.atp.core.push.SparseRows;
import java.util.Arrays;

/// Rows of a walk matrix, pushed when a batch first asks for them and kept from then on.
///
/// Nodes that are never trained on cost one empty reference. 8 bytes an entry for the others.
public final class PushedRows {
  /// A row for each source, in their order.
  @FunctionalInterface
  public interface Push {
    SparseRows rows(int[] sources);
  }

  private final Push push;
  private final SparseRows.Row[] known;

  public PushedRows(int nodeCount, Push push) {
    this.push = push;
    this.known = new SparseRows.Row[nodeCount];
  }

  /// The rows of these nodes, in their order.
  public synchronized RowBatch of(int[] nodes) {
    int[] missing = Arrays.stream(nodes).filter(node -> known[node] == null).distinct().toArray();
    if (missing.length > 0) {
      SparseRows fresh = push.rows(missing);
      for (int i = 0; i < missing.length; i++) {
        known[missing[i]] = fresh.row(i);
      }
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
}
