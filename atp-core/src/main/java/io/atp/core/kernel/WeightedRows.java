package io.atp.core.kernel;

/// The non-zero entries of one row of a sparse matrix: which rows to gather, each with its weight,
/// and a factor for their sum.
///
/// One list serves row after row, so that nothing is allocated in a loop over rows. The arrays are
/// open to whoever fills them, because a call per entry would cost as much as the entry.
public final class WeightedRows {
  private int[] rows = new int[RowKernels.ARCS_PER_PARTIAL_SUM];
  private float[] weights = new float[RowKernels.ARCS_PER_PARTIAL_SUM];
  private int count;
  private float scale = 1;

  /// Makes room for so many entries; what the arrays held is lost, the factor becomes 1.
  public void reset(int capacity) {
    if (capacity > rows.length) {
      int length = Math.max(capacity, (int) Math.min(2L * rows.length, Integer.MAX_VALUE - 8));
      rows = new int[length];
      weights = new float[length];
    }
    count = 0;
    scale = 1;
  }

  /// To write into, from the front, after [#reset].
  public int[] rows() {
    return rows;
  }

  /// To write into, in step with [#rows].
  public float[] weights() {
    return weights;
  }

  public int count() {
    return count;
  }

  /// How many entries have been written.
  public void count(int entries) {
    if (entries < 0 || entries > rows.length) {
      throw new IndexOutOfBoundsException(entries);
    }
    count = entries;
  }

  public float scale() {
    return scale;
  }

  /// The factor of the whole sum.
  public void scale(float factor) {
    scale = factor;
  }
}
