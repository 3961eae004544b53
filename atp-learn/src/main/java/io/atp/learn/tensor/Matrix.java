package io.atp.learn.tensor;

import io.atp.core.runtime.Require;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A row-major float32 matrix in off-heap memory that somebody else owns.
///
/// @param data exactly `rows · columns` floats; native memory, so that all kernels meet one class
///   of segment
public record Matrix(int rows, int columns, MemorySegment data) {
  static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  public Matrix {
    Require.atLeast("rows", rows, 0);
    Require.atLeast("columns", columns, 0);
    if (data.byteSize() != bytes(rows, columns)) {
      throw new IllegalArgumentException(
          "a matrix of %d × %d floats needs %d bytes, got %d"
              .formatted(rows, columns, bytes(rows, columns), data.byteSize()));
    }
  }

  public static Matrix zeros(int rows, int columns, Arena arena) {
    return new Matrix(rows, columns, arena.allocate(bytes(rows, columns), Long.BYTES));
  }

  /// A copy of the rows given, all of one length.
  public static Matrix of(float[][] rows, Arena arena) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    Matrix matrix = zeros(rows.length, columns, arena);
    matrix.copyFrom(rows);
    return matrix;
  }

  static long bytes(int rows, int columns) {
    return (long) rows * columns * Float.BYTES;
  }

  /// Number of entries; a matrix may hold more than 2³¹.
  public long size() {
    return (long) rows * columns;
  }

  /// Byte position of the start of a row.
  public long at(int row) {
    return bytes(row, columns);
  }

  public float get(int row, int column) {
    return data.get(FLOAT, at(row) + (long) column * Float.BYTES);
  }

  public void set(int row, int column, float value) {
    data.set(FLOAT, at(row) + (long) column * Float.BYTES, value);
  }

  /// The same memory from row `from` up to, not including, row `to`.
  public Matrix rows(int from, int to) {
    return new Matrix(to - from, columns, data.asSlice(at(from), bytes(to - from, columns)));
  }

  public void fill(float value) {
    if (value == 0) {
      data.fill((byte) 0);
      return;
    }
    for (long at = 0; at < data.byteSize(); at += Float.BYTES) {
      data.set(FLOAT, at, value);
    }
  }

  public void copyFrom(Matrix other) {
    Require.that(
        other.rows == rows && other.columns == columns,
        "cannot copy %d × %d into %d × %d",
        other.rows,
        other.columns,
        rows,
        columns);
    data.copyFrom(other.data);
  }

  /// Takes over the entries of as many rows of the same length.
  public void copyFrom(float[][] values) {
    Require.that(
        values.length == rows, "%d rows do not fill a matrix of %s", values.length, shape());
    for (int i = 0; i < rows; i++) {
      Require.that(
          values[i].length == columns,
          "row %d has %d entries, the matrix has %d columns",
          i,
          values[i].length,
          columns);
      MemorySegment.copy(values[i], 0, data, FLOAT, at(i), columns);
    }
  }

  public float[] row(int row) {
    return data.asSlice(at(row), bytes(1, columns)).toArray(FLOAT);
  }

  public float[][] toArray() {
    float[][] all = new float[rows][];
    for (int i = 0; i < rows; i++) {
      all[i] = row(i);
    }
    return all;
  }

  /// `2708 × 7`, for messages.
  public String shape() {
    return rows + " × " + columns;
  }
}
