package io.atp.learn.sample;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.sparse.SparseRows;

/// One layer of a batch: whom each target listens to, as two sides of a bipartite graph.
///
/// Target i listens to `columns[offsets[i] .. offsets[i+1])`, numbers of sources.
///
/// @param sources nodes of the graph whose states come in, the targets themselves first
/// @param targetCount how many of them states go out for
public record NeighbourBlock(int[] sources, int targetCount, int[] offsets, int[] columns) {
  public NeighbourBlock {
    Require.that(
        targetCount <= sources.length
            && offsets.length == targetCount + 1
            && offsets[targetCount] == columns.length,
        "%d sources and %d targets came with %d offsets and %d entries",
        sources.length,
        targetCount,
        offsets.length,
        columns.length);
  }

  /// `(1/|N(i)|) Σ_{j ∈ N(i)}`; a target that listens to nobody gets 0.
  public SparseRows mean() {
    float[] weights = new float[columns.length];
    for (int i = 0; i < targetCount; i++) {
      for (int at = offsets[i]; at < offsets[i + 1]; at++) {
        weights[at] = 1f / (offsets[i + 1] - offsets[i]);
      }
    }
    return new SparseRows(offsets, columns, weights, sources.length);
  }

  /// `(1/(|N(i)| + 1)) (x_i + Σ_{j ∈ N(i)})`.
  public SparseRows meanWithSelf() {
    int[] starts = new int[targetCount + 1];
    int[] listed = new int[columns.length + targetCount];
    float[] weights = new float[listed.length];
    for (int i = 0; i < targetCount; i++) {
      int count = offsets[i + 1] - offsets[i];
      int at = starts[i];
      listed[at] = i;
      System.arraycopy(columns, offsets[i], listed, at + 1, count);
      starts[i + 1] = at + 1 + count;
      for (; at < starts[i + 1]; at++) {
        weights[at] = 1f / (count + 1);
      }
    }
    return new SparseRows(starts, listed, weights, sources.length);
  }
}
