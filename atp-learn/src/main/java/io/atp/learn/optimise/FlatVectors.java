package io.atp.learn.optimise;

import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;

/// Rows of a matrix as vectors over all parameters; products are summed in double, in order.
record FlatVectors(Matrix matrix) {
  double dot(int row, FlatVectors other, int otherRow) {
    double sum = 0;
    for (int i = 0; i < matrix.columns(); i++) {
      sum += (double) matrix.get(row, i) * other.matrix.get(otherRow, i);
    }
    return sum;
  }

  /// `(a − b) · c`, with the difference rounded to float as [#difference] stores it.
  double dotOfDifference(int a, int b, int c) {
    double sum = 0;
    for (int i = 0; i < matrix.columns(); i++) {
      sum += (double) (matrix.get(a, i) - matrix.get(b, i)) * matrix.get(c, i);
    }
    return sum;
  }

  double largest(int row) {
    double largest = 0;
    for (int i = 0; i < matrix.columns(); i++) {
      largest = Math.max(largest, Math.abs(matrix.get(row, i)));
    }
    return largest;
  }

  double sumOfMagnitudes(int row) {
    double sum = 0;
    for (int i = 0; i < matrix.columns(); i++) {
      sum += Math.abs(matrix.get(row, i));
    }
    return sum;
  }

  void copy(int row, FlatVectors into, int intoRow) {
    scaledCopy(row, 1, into, intoRow);
  }

  void scaledCopy(int row, double scale, FlatVectors into, int intoRow) {
    for (int i = 0; i < matrix.columns(); i++) {
      into.matrix.set(intoRow, i, (float) (scale * matrix.get(row, i)));
    }
  }

  void addScaled(int row, double scale, FlatVectors other, int otherRow) {
    for (int i = 0; i < matrix.columns(); i++) {
      matrix.set(row, i, (float) (matrix.get(row, i) + scale * other.matrix.get(otherRow, i)));
    }
  }

  void difference(FlatVectors from, int a, int b, int intoRow) {
    for (int i = 0; i < matrix.columns(); i++) {
      matrix.set(intoRow, i, from.matrix.get(a, i) - from.matrix.get(b, i));
    }
  }

  /// Copies `gradient + λ · value` into entries from `at` on.
  ///
  /// @return `λ/2 · ‖value‖²`, what the decay adds to the loss
  double gather(int row, int at, Parameter parameter, double weightDecay) {
    double squares = 0;
    int next = at;
    for (int i = 0; i < parameter.value().rows(); i++) {
      for (int j = 0; j < parameter.value().columns(); j++) {
        double value = parameter.value().get(i, j);
        squares += value * value;
        matrix.set(row, next++, (float) (parameter.gradient().get(i, j) + weightDecay * value));
      }
    }
    return weightDecay / 2 * squares;
  }

  void scatterAdd(int row, int at, double scale, Parameter parameter) {
    int next = at;
    for (int i = 0; i < parameter.value().rows(); i++) {
      for (int j = 0; j < parameter.value().columns(); j++) {
        double value = parameter.value().get(i, j) + scale * matrix.get(row, next++);
        parameter.value().set(i, j, (float) value);
      }
    }
  }
}
