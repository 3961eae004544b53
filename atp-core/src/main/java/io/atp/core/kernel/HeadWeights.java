package io.atp.core.kernel;

import io.atp.core.runtime.Require;

/// Weights of several heads for one list of rows, and a factor for the sum of each head.
///
/// Heads of one row stand side by side, as their columns do in the matrix they gather from. Like
/// [WeightedRows], it serves row after row and is open to whoever fills it.
public final class HeadWeights {
  /// Floats beyond the last that a vector may read.
  private static final int SLACK = 16;

  private final int heads;
  private final float[] scales;
  private float[] weights;

  /// @param heads at least 1
  public HeadWeights(int heads) {
    this.heads = Require.atLeast("heads", heads, 1);
    this.scales = new float[heads + SLACK];
    this.weights = new float[RowKernels.ARCS_PER_PARTIAL_SUM * heads + SLACK];
  }

  /// Makes room for so many rows; what was there is lost.
  public void reset(int rows) {
    long length = (long) rows * heads + SLACK;
    if (length > weights.length) {
      weights =
          new float[Math.toIntExact(Math.max(length, Math.min(2L * weights.length, 1 << 30)))];
    }
  }

  public int heads() {
    return heads;
  }

  /// Row k of the list has the weight of head h at `k · heads + h`.
  public float[] weights() {
    return weights;
  }

  /// The factor of head h at h.
  public float[] scales() {
    return scales;
  }
}
