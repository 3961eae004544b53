package io.atp.io.format;

import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.npy.NpyArray;
import io.atp.io.pickle.CsrMatrix;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A compressed sparse matrix out of a file: sizes agree, columns lie in range and do not fall
/// within a row, values are finite.
record CsrArrays(
    String source, int rows, int width, long[] offsets, int[] columns, float[] values) {
  /// @throws IOException naming the source and the first row found wrong
  static CsrArrays of(String source, CsrMatrix matrix) throws IOException {
    return of(
        source,
        matrix.rows(),
        matrix.columns(),
        matrix.offsets(),
        matrix.indices(),
        matrix.values());
  }

  /// @throws IOException naming the source and the first row found wrong
  static CsrArrays of(
      String source, long rows, long width, NpyArray offsets, NpyArray indices, NpyArray values)
      throws IOException {
    if (rows < 0 || width < 0 || Math.max(rows, width) > Integer.MAX_VALUE - 8) {
      throw new IOException("%s has the impossible shape (%d, %d)".formatted(source, rows, width));
    }
    if (offsets.header().size() != rows + 1 || indices.header().size() != values.header().size()) {
      throw new IOException(
          "%s has %d rows, with %d row offsets, %d indices and %d values"
              .formatted(
                  source,
                  rows,
                  offsets.header().size(),
                  indices.header().size(),
                  values.header().size()));
    }
    CsrArrays matrix =
        new CsrArrays(
            source,
            (int) rows,
            (int) width,
            offsets.toLongs(),
            indices.toInts(),
            values.toFloats());
    matrix.requireOffsets();
    for (int row = 0; row < rows; row++) {
      matrix.orderRow(row);
    }
    return matrix;
  }

  private void requireOffsets() throws IOException {
    for (int row = 0; row < rows; row++) {
      long start = row == 0 ? 0 : offsets[row];
      if (offsets[0] != 0 || offsets[row + 1] < start || offsets[row + 1] > columns.length) {
        throw new IOException(
            "%s: row %d runs from entry %d to %d, with %d entries in all"
                .formatted(source, row, offsets[row], offsets[row + 1], columns.length));
      }
    }
    if (offsets[rows] != columns.length) {
      throw new IOException(
          "%s: the last row ends at entry %d, with %d entries in all"
              .formatted(source, offsets[rows], columns.length));
    }
  }

  /// Checks a row, and sorts one that is not, as SciPy allows.
  private void orderRow(int row) throws IOException {
    int start = (int) offsets[row];
    int end = (int) offsets[row + 1];
    boolean sorted = true;
    for (int at = start; at < end; at++) {
      if (columns[at] < 0 || columns[at] >= width) {
        throw new IOException(
            "%s: row %d names column %d, with %d columns"
                .formatted(source, row, columns[at], width));
      }
      if (!Float.isFinite(values[at])) {
        throw new IOException(
            "%s: the value in row %d, column %d is %s, not a finite number"
                .formatted(source, row, columns[at], values[at]));
      }
      sorted &= at == start || columns[at] >= columns[at - 1];
    }
    if (!sorted) {
      sortRow(start, end);
    }
  }

  private void sortRow(int start, int end) {
    long[] packed = new long[end - start];
    for (int i = 0; i < packed.length; i++) {
      int bits = Float.floatToRawIntBits(values[start + i]);
      packed[i] = (long) columns[start + i] << 32 | bits & 0xFFFFFFFFL;
    }
    Arrays.sort(packed);
    for (int i = 0; i < packed.length; i++) {
      columns[start + i] = (int) (packed[i] >>> 32);
      values[start + i] = Float.intBitsToFloat((int) packed[i]);
    }
  }

  /// The same numbers in memory of the workspace; refuses a row with a column twice.
  SparseFeatures toFeatures(Workspace work) throws IOException {
    for (int row = 0; row < rows; row++) {
      for (int at = (int) offsets[row] + 1; at < offsets[row + 1]; at++) {
        if (columns[at] == columns[at - 1]) {
          throw new IOException(
              "%s: row %d names column %d twice".formatted(source, row, columns[at]));
        }
      }
    }
    MemorySegment offsetBytes = work.allocateLongs(offsets.length);
    MemorySegment columnBytes = work.allocateInts(columns.length);
    MemorySegment valueBytes = work.allocateFloats(values.length);
    MemorySegment.copy(offsets, 0, offsetBytes, ValueLayout.JAVA_LONG_UNALIGNED, 0, offsets.length);
    MemorySegment.copy(columns, 0, columnBytes, ValueLayout.JAVA_INT_UNALIGNED, 0, columns.length);
    MemorySegment.copy(values, 0, valueBytes, ValueLayout.JAVA_FLOAT_UNALIGNED, 0, values.length);
    return new SparseFeatures(rows, width, offsetBytes, columnBytes, valueBytes);
  }

  /// The matrix as the adjacency of a graph without directions: an entry of value 0 is no arc,
  /// other weights are dropped.
  BuiltGraph toGraph(Workspace work) throws IOException {
    if (rows != width) {
      throw new IOException("%s is %d by %d, and should be square".formatted(source, rows, width));
    }
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = new ArcBuffer(scratch);
      for (int row = 0; row < rows; row++) {
        for (int at = (int) offsets[row]; at < offsets[row + 1]; at++) {
          if (values[at] != 0) {
            arcs.add(row, columns[at]);
          }
        }
      }
      return GraphBuilder.undirected(rows, work).add(arcs).build();
    }
  }

  /// This matrix over `nodes` rows, with row k of `extra` as row `places[k]`; rows in neither are
  /// empty. Places lie at or after this matrix's own rows.
  CsrArrays withRows(CsrArrays extra, int[] places, int nodes) {
    int[] rowOf = new int[nodes];
    Arrays.fill(rowOf, -1);
    for (int k = 0; k < places.length; k++) {
      rowOf[places[k]] = k;
    }
    long[] allOffsets = Arrays.copyOf(offsets, nodes + 1);
    int[] allColumns = Arrays.copyOf(columns, columns.length + extra.columns.length);
    float[] allValues = Arrays.copyOf(values, values.length + extra.values.length);
    int at = columns.length;
    for (int node = rows; node < nodes; node++) {
      int row = rowOf[node];
      if (row >= 0) {
        int start = (int) extra.offsets[row];
        int length = (int) extra.offsets[row + 1] - start;
        System.arraycopy(extra.columns, start, allColumns, at, length);
        System.arraycopy(extra.values, start, allValues, at, length);
        at += length;
      }
      allOffsets[node + 1] = at;
    }
    return new CsrArrays(source, nodes, width, allOffsets, allColumns, allValues);
  }
}
