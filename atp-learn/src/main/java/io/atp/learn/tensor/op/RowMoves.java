package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/// Rows taken from, or sent to, places named by an array.
final class RowMoves {
  private RowMoves() {}

  /// `out_k = in_{rows[k]}`, or `+=`.
  static void gather(Matrix in, int[] rows, Matrix out, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    int columns = in.columns();
    long bytes = (long) columns * Float.BYTES;
    RowLoop.run(
        rows.length,
        columns,
        engine.workers(),
        (from, to) -> {
          for (int k = from; k < to; k++) {
            if (add) {
              kernels.addScaled(out.data(), out.at(k), in.data(), in.at(rows[k]), columns, 1);
            } else {
              MemorySegment.copy(in.data(), in.at(rows[k]), out.data(), out.at(k), bytes);
            }
          }
        });
  }

  /// `out_r = Σ_{k : rows[k] = r} in_k`, or `+=`; the k of one r are added in rising order.
  static void scatter(Matrix in, int[] rows, Matrix out, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    int columns = in.columns();
    int[] ends = new int[out.rows()];
    int[] senders = group(rows, ends);
    RowLoop.run(
        out.rows(),
        columns,
        engine.workers(),
        (from, to) -> {
          if (!add) {
            out.data().asSlice(out.at(from), out.at(to - from)).fill((byte) 0);
          }
          for (int row = from; row < to; row++) {
            for (int s = row == 0 ? 0 : ends[row - 1]; s < ends[row]; s++) {
              kernels.addScaled(out.data(), out.at(row), in.data(), in.at(senders[s]), columns, 1);
            }
          }
        });
  }

  /// Counting sort: the positions of `rows`, grouped by what stands there.
  ///
  /// @param ends becomes where the group of each row ends; it begins where the one before ends
  private static int[] group(int[] rows, int[] ends) {
    for (int row : rows) {
      ends[row]++;
    }
    int total = 0;
    for (int row = 0; row < ends.length; row++) {
      int count = ends[row];
      ends[row] = total;
      total += count;
    }
    int[] senders = new int[rows.length];
    for (int k = 0; k < rows.length; k++) {
      senders[ends[rows[k]]++] = k;
    }
    return senders;
  }
}
