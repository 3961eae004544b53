package io.atp.io.export;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.HalfFeatures;
import io.atp.core.feature.SparseFeatures;
import io.atp.io.dataset.GraphData;
import java.io.IOException;

/// The cells of features that a text has to name: all of a dense row, the stored ones of a sparse
/// one.
final class FeatureCells {
  /// Most feature columns a text format is asked to hold; readers take as many.
  private static final int MAX_COLUMNS = 65_000;

  @FunctionalInterface
  interface Cell {
    void accept(int column, float value) throws IOException;
  }

  private FeatureCells() {}

  /// Number of feature columns, 0 without features.
  static int width(GraphData data) throws IOException {
    int width = data.features().map(Features::width).orElse(0);
    if (width > MAX_COLUMNS) {
      throw new IOException(
          "%s has %,d feature columns; up to %,d are written as text"
              .formatted(data.name(), width, MAX_COLUMNS));
    }
    return width;
  }

  static void forEach(Features features, int row, Cell body) throws IOException {
    switch (features) {
      case DenseFeatures dense -> {
        for (int column = 0; column < dense.width(); column++) {
          body.accept(column, dense.get(row, column));
        }
      }
      case HalfFeatures half -> {
        for (int column = 0; column < half.width(); column++) {
          body.accept(column, half.get(row, column));
        }
      }
      case SparseFeatures sparse -> {
        for (long at = sparse.offset(row), end = sparse.offset(row + 1); at < end; at++) {
          body.accept(sparse.column(at), sparse.value(at));
        }
      }
      case ComputedFeatures computed -> {
        float[] numbers = computed.row(row);
        for (int column = 0; column < numbers.length; column++) {
          body.accept(column, numbers[column]);
        }
      }
    }
  }
}
