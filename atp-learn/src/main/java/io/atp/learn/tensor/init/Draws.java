package io.atp.learn.tensor.init;

import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.Matrix;

/// Random entries of one parameter: entry i is a hash of (seed, name, i).
final class Draws {
  private final long seed;
  private final long name;

  Draws(long seed, String name) {
    this.seed = seed;
    this.name = name.chars().asLongStream().reduce(name.length(), StatelessHash::of);
  }

  /// `U(−bound, bound)`.
  void uniform(Matrix matrix, double bound) {
    forEachEntry(matrix, i -> bound * (2 * unit(i) - 1));
  }

  /// `N(0, deviation²)`: two uniform numbers u, v make `√(−2 ln u) · cos 2πv` (Box and Muller).
  void normal(Matrix matrix, double deviation) {
    forEachEntry(
        matrix,
        i -> {
          double radius = Math.sqrt(-2 * StrictMath.log(1 - unit(2 * i)));
          return deviation * radius * StrictMath.cos(2 * Math.PI * unit(2 * i + 1));
        });
  }

  private double unit(long index) {
    return StatelessHash.unit(StatelessHash.of(seed, name, index));
  }

  @FunctionalInterface
  private interface Entry {
    double at(long index);
  }

  private static void forEachEntry(Matrix matrix, Entry entry) {
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        matrix.set(i, j, (float) entry.at((long) i * matrix.columns() + j));
      }
    }
  }
}
