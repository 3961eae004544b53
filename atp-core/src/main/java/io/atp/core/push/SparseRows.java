package io.atp.core.push;

import io.atp.core.runtime.Require;
import java.util.Arrays;

/// A sparse row of weights for each of a list of nodes: row `i` belongs to node `sources[i]` and is
/// `columns[offsets[i] .. offsets[i+1])` with the weights at the same places, columns increasing.
///
/// 8 bytes an entry and 8 a row, on the heap. The arrays are borrowed and read only.
///
/// @param nodeCount columns of the matrix these rows are cut from
/// @param account what the rows cost
public record SparseRows(
    int nodeCount,
    int[] sources,
    int[] offsets,
    int[] columns,
    float[] weights,
    PushAccount account) {
  /// One row; the arrays are copies.
  public record Row(int source, int[] columns, float[] weights) {}

  public SparseRows {
    Require.atLeast("nodeCount", nodeCount, 0);
    Require.that(
        offsets.length == sources.length + 1 && offsets[0] == 0,
        "%d sparse rows need %d offsets from 0, got %d",
        sources.length,
        sources.length + 1,
        offsets.length);
    Require.that(
        columns.length == weights.length && offsets[sources.length] == columns.length,
        "sparse rows have %d columns, %d weights and a last offset of %d",
        columns.length,
        weights.length,
        offsets[sources.length]);
    checkSources(sources, nodeCount);
    for (int row = 0; row < sources.length; row++) {
      if (offsets[row] > offsets[row + 1] || offsets[row + 1] > columns.length) {
        throw new IllegalArgumentException(
            "sparse row %d runs from entry %d to %d"
                .formatted(row, offsets[row], offsets[row + 1]));
      }
      int previous = -1;
      for (int at = offsets[row]; at < offsets[row + 1]; at++) {
        if (columns[at] <= previous || columns[at] >= nodeCount || !Float.isFinite(weights[at])) {
          throw new IllegalArgumentException(
              "sparse row %d lists node %d with weight %s after node %d, with %d nodes"
                  .formatted(row, columns[at], weights[at], previous, nodeCount));
        }
        previous = columns[at];
      }
    }
  }

  static void checkSources(int[] sources, int nodeCount) {
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] < 0 || sources[i] >= nodeCount) {
        throw new IllegalArgumentException(
            "source %d is node %d, in a graph of %d nodes".formatted(i, sources[i], nodeCount));
      }
    }
  }

  public int rowCount() {
    return sources.length;
  }

  public int entryCount() {
    return columns.length;
  }

  public Row row(int i) {
    return new Row(
        sources[i],
        Arrays.copyOfRange(columns, offsets[i], offsets[i + 1]),
        Arrays.copyOfRange(weights, offsets[i], offsets[i + 1]));
  }

  /// The weight of a node in row `i`, 0 where it is not listed.
  public float weight(int i, int node) {
    int at = Arrays.binarySearch(columns, offsets[i], offsets[i + 1], node);
    return at < 0 ? 0 : weights[at];
  }
}
