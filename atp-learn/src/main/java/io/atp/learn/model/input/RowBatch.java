package io.atp.learn.model.input;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.sparse.SparseRows;
import java.util.Arrays;

/// Weighted lists of nodes, one for each row of a batch: row i is `columns[offsets[i] ..
/// offsets[i+1])` with the weights at the same places.
public record RowBatch(int[] offsets, int[] columns, float[] weights) {
  public RowBatch {
    Require.that(
        offsets[offsets.length - 1] == columns.length && columns.length == weights.length,
        "%d rows end at entry %d, with %d columns and %d weights",
        offsets.length - 1,
        offsets[offsets.length - 1],
        columns.length,
        weights.length);
  }

  public int rows() {
    return offsets.length - 1;
  }

  /// The same lists with other weights.
  public RowBatch with(float[] others) {
    return new RowBatch(offsets, columns, others);
  }

  /// @param nodes each node that is listed, once, by id
  /// @param mix the rows, as a matrix over those nodes
  public record Neighbourhood(int[] nodes, SparseRows mix) {}

  /// What the batch needs of the graph: a network runs once for a node, however many rows list it.
  public Neighbourhood neighbourhood() {
    int[] nodes = Arrays.stream(columns).sorted().distinct().toArray();
    int[] places = Arrays.stream(columns).map(node -> Arrays.binarySearch(nodes, node)).toArray();
    return new Neighbourhood(nodes, new SparseRows(offsets, places, weights, nodes.length));
  }
}
