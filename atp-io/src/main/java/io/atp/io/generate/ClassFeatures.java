package io.atp.io.generate;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/// x_ik = signal · s(class of i, k) + noise · z_ik, with s = ±1 by hash and z standard normal by
/// hash: any part of any row can be computed by itself, from six numbers that fit a manifest.
public final class ClassFeatures implements ComputedFeatures.Rows {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int PER_HASH = 4;

  private final ClassLayout layout;
  private final float noise;
  private final long rowKey;
  private final float[][] centres;

  /// What has to be known to compute the features of a generated graph.
  public record Recipe(
      int nodeCount, int featureWidth, int classCount, double signal, double noise, long seed) {
    /// As a manifest holds it; nodes and width stand there by themselves.
    public Map<String, Object> toMap() {
      return Map.of("classes", classCount, "signal", signal, "noise", noise, "seed", seed);
    }
  }

  private ClassFeatures(Recipe recipe) {
    this.layout = new ClassLayout(recipe.nodeCount, recipe.classCount, recipe.seed);
    this.noise = (float) recipe.noise;
    this.rowKey = StatelessHash.of(recipe.seed, Purpose.NOISE);
    this.centres = centres(recipe);
  }

  /// @throws IllegalArgumentException for numbers that no generated graph has
  public static ComputedFeatures of(Recipe recipe) {
    Require.atLeast("nodeCount", recipe.nodeCount, 1);
    Require.that(
        recipe.classCount >= 1 && recipe.classCount <= recipe.nodeCount,
        "%d classes need at least as many nodes, got %d",
        recipe.classCount,
        recipe.nodeCount);
    Require.that(
        (long) recipe.classCount * recipe.featureWidth <= 1 << 28,
        "%d classes of %d columns are more than can be computed",
        recipe.classCount,
        recipe.featureWidth);
    Require.finite("signal", recipe.signal);
    Require.finite("noise", recipe.noise);
    return new ComputedFeatures(
        recipe.nodeCount, recipe.featureWidth, new ClassFeatures(recipe), recipe.toMap());
  }

  static Recipe recipe(GeneratorConfig config) {
    return new Recipe(
        config.nodeCount(),
        config.featureWidth(),
        config.classCount(),
        config.featureSignal(),
        config.featureNoise(),
        config.seed());
  }

  /// One hash gives four columns, those from a multiple of four on.
  @Override
  public void copy(int row, int fromColumn, int columns, MemorySegment into, long at) {
    long hash = StatelessHash.of(rowKey, row);
    float[] centre = centres[layout.classOf(row)];
    int end = fromColumn + columns;
    for (int four = fromColumn - fromColumn % PER_HASH; four < end; four += PER_HASH) {
      long bits = StatelessHash.mix(hash + four);
      int first = Math.max(four, fromColumn);
      int last = Math.min(four + PER_HASH, end);
      for (int column = first; column < last; column++) {
        float z = NormalQuantiles.of(bits >>> 16 * (column - four));
        into.set(
            FLOAT, at + (long) (column - fromColumn) * Float.BYTES, noise * z + centre[column]);
      }
    }
  }

  private static float[][] centres(Recipe recipe) {
    float signal = (float) recipe.signal;
    float[][] centres = new float[recipe.classCount][recipe.featureWidth];
    for (int klass = 0; klass < centres.length; klass++) {
      for (int column = 0; column < recipe.featureWidth; column++) {
        long hash = StatelessHash.of(recipe.seed, Purpose.CENTRE, klass, column);
        centres[klass][column] = hash < 0 ? -signal : signal;
      }
    }
    return centres;
  }
}
