package io.atp.learn.evaluate;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Require;

/// A number per node and class, row by row: logits or probabilities. Row `i` is node `i`.
public interface ClassRows {
  int rows();

  int classes();

  double get(int row, int label);

  static ClassRows of(float[][] values) {
    int classes = values.length == 0 ? 0 : values[0].length;
    for (int row = 0; row < values.length; row++) {
      if (values[row].length != classes) {
        throw new IllegalArgumentException(
            "row %d has %d classes, row 0 has %d".formatted(row, values[row].length, classes));
      }
    }
    return new ClassRows() {
      @Override
      public int rows() {
        return values.length;
      }

      @Override
      public int classes() {
        return classes;
      }

      @Override
      public double get(int row, int label) {
        return values[row][label];
      }
    };
  }

  static ClassRows of(DenseFeatures values) {
    return new ClassRows() {
      @Override
      public int rows() {
        return values.rows();
      }

      @Override
      public int classes() {
        return values.width();
      }

      @Override
      public double get(int row, int label) {
        return values.get(row, label);
      }
    };
  }

  /// The class with the largest number; of equals the lowest.
  ///
  /// @throws IllegalArgumentException if a number of the row is NaN: a model that fell apart is not
  ///   judged as if it had chosen
  default int argmax(int row) {
    Require.that(classes() > 0, "there are no classes to choose from");
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int label = 0; label < classes(); label++) {
      double value = get(row, label);
      if (Double.isNaN(value)) {
        throw new IllegalArgumentException(
            "the score of node %d for class %d is not a number".formatted(row, label));
      }
      if (value > largest) {
        largest = value;
        best = label;
      }
    }
    return best;
  }
}
