package io.atp.learn.model.input;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.partition.Coarsening;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Row s is `Σ_i C_si x_i / Σ_i C_si` over the members i of super-node s.
///
/// The authors take C·X and then divide rows by their sums, which for rows of X that sum to 1 is
/// the same; as a mean it keeps whatever scale the features have.
final class SuperFeatures {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private final Coarsening coarsening;
  private final int[] starts;
  private final int[] members;
  private final double[] totals;

  private SuperFeatures(Coarsening coarsening) {
    this.coarsening = coarsening;
    int[] superOf = coarsening.superOf();
    totals = new double[coarsening.superCount()];
    starts = new int[totals.length + 1];
    for (int node = 0; node < superOf.length; node++) {
      totals[superOf[node]] += coarsening.entries()[node];
      starts[superOf[node] + 1]++;
    }
    for (int s = 0; s < totals.length; s++) {
      starts[s + 1] += starts[s];
    }
    members = new int[superOf.length];
    int[] next = starts.clone();
    for (int node = 0; node < superOf.length; node++) {
      members[next[superOf[node]]++] = node;
    }
  }

  /// Sparse where the features are.
  static Features of(Features features, Coarsening coarsening, Workspace work) {
    var rows = new SuperFeatures(coarsening);
    return features instanceof SparseFeatures sparse
        ? rows.sparse(sparse, work)
        : rows.dense(Dense.of(features, work), work);
  }

  private double share(int node, int superNode) {
    return coarsening.entries()[node] / totals[superNode];
  }

  private DenseFeatures dense(DenseFeatures x, Workspace work) {
    int width = x.width();
    MemorySegment data = work.allocateFloats((long) totals.length * width);
    var out = new DenseFeatures(totals.length, width, data);
    double[] sum = new double[width];
    for (int s = 0; s < totals.length; s++) {
      Arrays.fill(sum, 0);
      for (int k = starts[s]; k < starts[s + 1]; k++) {
        double share = share(members[k], s);
        for (int c = 0; c < width; c++) {
          sum[c] += share * x.get(members[k], c);
        }
      }
      for (int c = 0; c < width; c++) {
        data.set(FLOAT, out.at(s, c), (float) sum[c]);
      }
    }
    return out;
  }

  private SparseFeatures sparse(SparseFeatures x, Workspace work) {
    MemorySegment offsets = work.allocateLongs(totals.length + 1L);
    int[] columns = new int[Math.toIntExact(x.offset(x.rows()))];
    float[] values = new float[columns.length];
    double[] sum = new double[x.width()];
    boolean[] touched = new boolean[x.width()];
    int size = 0;
    for (int s = 0; s < totals.length; s++) {
      int first = size;
      for (int k = starts[s]; k < starts[s + 1]; k++) {
        int node = members[k];
        double share = share(node, s);
        for (long at = x.offset(node); at < x.offset(node + 1); at++) {
          int column = x.column(at);
          sum[column] += share * x.value(at);
          if (!touched[column]) {
            touched[column] = true;
            columns[size++] = column;
          }
        }
      }
      Arrays.sort(columns, first, size);
      for (int at = first; at < size; at++) {
        values[at] = (float) sum[columns[at]];
        sum[columns[at]] = 0;
        touched[columns[at]] = false;
      }
      offsets.set(LONG, (s + 1L) * Long.BYTES, size);
    }
    MemorySegment ids = work.allocateInts(size);
    MemorySegment.copy(columns, 0, ids, INT, 0, size);
    MemorySegment entries = work.allocateFloats(size);
    MemorySegment.copy(values, 0, entries, FLOAT, 0, size);
    return new SparseFeatures(totals.length, x.width(), offsets, ids, entries);
  }
}
