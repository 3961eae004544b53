package io.atp.io.doctor;

import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Spread of every column and sum of every row, over all rows or, of very many, over rows at equal
/// distances.
final class FeatureStatistics {
  static final int MOST_ROWS = 1 << 17;

  private static final int BLOCK = 64;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  final int rows;
  final double[] smallest;
  final double[] largest;
  final double[] rowSums;
  private final double[] sums;
  private final double[] squares;
  private final long[] set;
  private final long[] notFinite;
  private final boolean[] filled;

  private FeatureStatistics(int rows, int width) {
    this.rows = rows;
    smallest = new double[width];
    largest = new double[width];
    Arrays.fill(smallest, Double.POSITIVE_INFINITY);
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    sums = new double[width];
    squares = new double[width];
    set = new long[width];
    notFinite = new long[width];
    rowSums = new double[rows];
    filled = new boolean[rows];
  }

  static FeatureStatistics of(Features features, Workspace work) {
    int rows = Math.min(features.rows(), MOST_ROWS);
    var statistics = new FeatureStatistics(rows, features.width());
    if (features instanceof SparseFeatures sparse) {
      statistics.addSparse(sparse);
    } else {
      statistics.addDense(features, work);
    }
    return statistics;
  }

  /// The i-th row looked at.
  private static int row(int i, int rows, int all) {
    return (int) ((long) i * all / rows);
  }

  private void addSparse(SparseFeatures sparse) {
    for (int i = 0; i < rows; i++) {
      int row = row(i, rows, sparse.rows());
      for (long entry = sparse.offset(row); entry < sparse.offset(row + 1); entry++) {
        float value = sparse.value(entry);
        add(sparse.column(entry), value);
        addToRow(i, value);
      }
    }
    for (int column = 0; column < smallest.length; column++) {
      if (set[column] + notFinite[column] < rows) { // entries that are not stored are zeros
        smallest[column] = Math.min(smallest[column], 0);
        largest[column] = Math.max(largest[column], 0);
      }
    }
  }

  /// One thread owns a block of columns; rows are summed by a pass of their own.
  private void addDense(Features features, Workspace work) {
    int width = smallest.length;
    try (Workspace scratch = work.scratch()) {
      int blocks = Math.ceilDiv(width, BLOCK);
      MemorySegment[] buffers = new MemorySegment[blocks];
      for (int block = 0; block < blocks; block++) {
        buffers[block] = scratch.allocateFloats(BLOCK);
      }
      work.workers()
          .forEachChunk(blocks, block -> addBlock(features, block * BLOCK, buffers[block]));
      MemorySegment buffer = scratch.allocateFloats(width);
      for (int i = 0; i < rows; i++) {
        features.copyRow(row(i, rows, features.rows()), 0, width, buffer, 0);
        for (int column = 0; column < width; column++) {
          addToRow(i, buffer.getAtIndex(FLOAT, column));
        }
      }
    }
  }

  private void addBlock(Features features, int from, MemorySegment buffer) {
    int count = Math.min(BLOCK, smallest.length - from);
    for (int i = 0; i < rows; i++) {
      features.copyRow(row(i, rows, features.rows()), from, count, buffer, 0);
      for (int column = 0; column < count; column++) {
        add(from + column, buffer.getAtIndex(FLOAT, column));
      }
    }
  }

  private void add(int column, float value) {
    if (!Float.isFinite(value)) {
      notFinite[column]++;
      return;
    }
    smallest[column] = Math.min(smallest[column], value);
    largest[column] = Math.max(largest[column], value);
    sums[column] += value;
    squares[column] += (double) value * value;
    set[column] += value != 0 ? 1 : 0;
  }

  private void addToRow(int row, float value) {
    rowSums[row] += value;
    filled[row] |= value != 0;
  }

  int width() {
    return smallest.length;
  }

  long notFinite() {
    return Arrays.stream(notFinite).sum();
  }

  boolean constant(int column) {
    return smallest[column] >= largest[column];
  }

  boolean nonNegative() {
    return Arrays.stream(smallest).allMatch(value -> value >= 0);
  }

  /// Share of the entries that are not 0.
  double density() {
    return rows == 0 || width() == 0 ? 0 : (double) Arrays.stream(set).sum() / rows / width();
  }

  int emptyRows() {
    int empty = 0;
    for (boolean any : filled) {
      empty += any ? 0 : 1;
    }
    return empty;
  }

  /// `σ_c`, which is at least `(max − min) / √(2n)`: the bound stands in where the difference of
  /// large sums loses it.
  double deviation(int column) {
    double mean = sums[column] / rows;
    double variance = squares[column] / rows - mean * mean;
    double range = largest[column] - smallest[column];
    return Math.sqrt(Math.max(variance, range * range / (2.0 * rows)));
  }
}
