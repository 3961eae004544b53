package io.atp.core.feature;

import io.atp.core.runtime.ContentHash;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/// Features that no memory and no file holds: any part of any row is computed when it is asked for.
///
/// Propagation asks for a block of columns at a time, so n × f numbers need never exist together.
///
/// @param recipe how to compute the same again, as a store writes it into its manifest; empty where
///   a store has to keep the numbers themselves
public record ComputedFeatures(int rows, int width, Rows values, Map<String, Object> recipe)
    implements Features {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Writes columns of a row; called by several threads at once.
  @FunctionalInterface
  public interface Rows {
    void copy(int row, int fromColumn, int columns, MemorySegment into, long at);
  }

  /// `x_ic`; the same value however often it is asked for, and by any thread.
  @FunctionalInterface
  public interface Entry {
    float at(int row, int column);
  }

  /// Numbers that follow from their row and column alone.
  public static ComputedFeatures of(int rows, int width, Entry entry) {
    return new ComputedFeatures(
        rows,
        width,
        (row, from, columns, into, at) -> {
          for (int c = 0; c < columns; c++) {
            into.set(FLOAT, at + (long) c * Float.BYTES, entry.at(row, from + c));
          }
        },
        Map.of());
  }

  public ComputedFeatures {
    Require.atLeast("rows", rows, 0);
    Require.atLeast("width", width, 0);
    recipe = Map.copyOf(recipe);
  }

  /// The same numbers, to be kept by a store as numbers.
  public ComputedFeatures withoutRecipe() {
    return new ComputedFeatures(rows, width, values, Map.of());
  }

  @Override
  public void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at) {
    values.copy(row, fromColumn, columns, into, at);
  }

  @Override
  public double dot(int u, int v) {
    float[] a = row(u);
    float[] b = row(v);
    double sum = 0;
    for (int column = 0; column < width; column++) {
      sum += (double) a[column] * b[column];
    }
    return sum;
  }

  public float[] row(int row) {
    float[] numbers = new float[width];
    copyRow(row, 0, width, MemorySegment.ofArray(numbers), 0);
    return numbers;
  }

  /// All of them, in memory.
  public DenseFeatures toDense(Workspace work) {
    DenseFeatures dense = new DenseFeatures(rows, width, work.allocateFloats((long) rows * width));
    work.workers()
        .forEachRange(
            rows,
            1 << 10,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                copyRow(row, 0, width, dense.data(), dense.at(row, 0));
              }
            });
    return dense;
  }

  @Override
  public long sizeBytes() {
    return 0;
  }

  /// @throws IllegalStateException always: there are no bytes to tell them apart by
  @Override
  public void addTo(ContentHash hash) {
    throw new IllegalStateException("computed features have no bytes to hash");
  }
}
