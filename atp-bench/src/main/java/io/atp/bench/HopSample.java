package io.atp.bench;

import io.atp.core.feature.DenseFeatures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// What is compared of a matrix too large to compare whole: up to 1000 rows at equal distances, the
/// sum of all entries and the sum of their magnitudes.
record HopSample(double[] rows, double sum, double magnitude) {
  private static final double ROW_TOLERANCE = 1e-4;
  private static final double SUM_TOLERANCE = 1e-4;

  static HopSample of(DenseFeatures matrix) {
    int[] chosen = BenchFolder.sampleRows(matrix.rows());
    double[] rows = new double[chosen.length * matrix.width()];
    int at = 0;
    for (int row : chosen) {
      for (int column = 0; column < matrix.width(); column++) {
        rows[at++] = matrix.get(row, column);
      }
    }
    double sum = 0;
    double magnitude = 0;
    for (int row = 0; row < matrix.rows(); row++) {
      for (int column = 0; column < matrix.width(); column++) {
        double value = matrix.get(row, column);
        sum += value;
        magnitude += Math.abs(value);
      }
    }
    return new HopSample(rows, sum, magnitude);
  }

  /// The sampled rows as little-endian floats, as every peer writes them.
  void write(Path file) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(rows.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : rows) {
      bytes.putFloat((float) value);
    }
    Files.write(file, bytes.array());
  }

  Agreement with(Path peerRows, double peerSum) {
    return Agreement.of(rows, Agreement.readFloats(peerRows), ROW_TOLERANCE)
        .and(Agreement.ofSums(sum, peerSum, magnitude, SUM_TOLERANCE));
  }
}
