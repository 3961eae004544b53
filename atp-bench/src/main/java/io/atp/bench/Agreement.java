package io.atp.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// How far a peer's result lies from ours, relative to the largest magnitude in ours.
///
/// Checked outside the clock, before any ratio is printed.
record Agreement(double error, double tolerance) {
  /// Looks when asked, because a skipped peer leaves nothing to look at.
  @FunctionalInterface
  interface Check {
    Agreement check();
  }

  boolean holds() {
    return error <= tolerance;
  }

  /// The worse of two looks at the same result.
  Agreement and(Agreement other) {
    return error / tolerance >= other.error / other.tolerance ? this : other;
  }

  /// Largest difference between two vectors.
  static Agreement of(double[] ours, double[] theirs, double tolerance) {
    if (ours.length != theirs.length) {
      return new Agreement(Double.POSITIVE_INFINITY, tolerance);
    }
    double largest = 0;
    double difference = 0;
    for (int i = 0; i < ours.length; i++) {
      largest = Math.max(largest, Math.abs(ours[i]));
      // NaN compares with nothing, so it is caught by the negation.
      if (!(Math.abs(ours[i] - theirs[i]) <= difference)) {
        difference = Math.abs(ours[i] - theirs[i]);
      }
      if (Double.isNaN(difference)) {
        return new Agreement(Double.POSITIVE_INFINITY, tolerance);
      }
    }
    return new Agreement(largest == 0 ? difference : difference / largest, tolerance);
  }

  /// Two checksums, relative to a scale that both share, such as the sum of magnitudes.
  static Agreement ofSums(double ours, double theirs, double scale, double tolerance) {
    double error = Math.abs(ours - theirs) / Math.max(scale, Double.MIN_NORMAL);
    return new Agreement(Double.isNaN(error) ? Double.POSITIVE_INFINITY : error, tolerance);
  }

  /// Little-endian doubles that a peer left behind.
  static double[] readDoubles(Path file) {
    ByteBuffer bytes = read(file);
    double[] values = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(values);
    return values;
  }

  /// Little-endian floats that a peer left behind.
  static double[] readFloats(Path file) {
    ByteBuffer bytes = read(file);
    double[] values = new double[bytes.remaining() / Float.BYTES];
    for (int i = 0; i < values.length; i++) {
      values[i] = bytes.getFloat();
    }
    return values;
  }

  private static ByteBuffer read(Path file) {
    try {
      return ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    } catch (IOException e) {
      throw new IllegalStateException("%s: the peer left no result".formatted(file), e);
    }
  }

  /// The vector at unit length; eigenvectors are equal up to scale.
  static double[] normalised(double[] vector) {
    double squares = 0;
    for (double value : vector) {
      squares += value * value;
    }
    double[] unit = new double[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = vector[i] / Math.sqrt(squares);
    }
    return unit;
  }

  @Override
  public String toString() {
    return holds()
        ? "agrees to %.0e".formatted(Math.max(error, 1e-16))
        : "DISAGREES: error %.1e, allowed %.0e".formatted(error, tolerance);
  }
}
