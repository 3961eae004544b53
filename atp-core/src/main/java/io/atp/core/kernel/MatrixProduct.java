package io.atp.core.kernel;

import io.atp.core.runtime.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// `C = op(A) · op(B)` for row-major float32 matrices in off-heap memory.
public final class MatrixProduct {
  /// Which factor is stored transposed.
  public enum Orientation {
    /// A is m × k, B is k × n.
    PLAIN,
    /// A is stored k × m.
    LEFT_TRANSPOSED,
    /// B is stored n × k.
    RIGHT_TRANSPOSED
  }

  private MatrixProduct() {}

  /// C (m × n) becomes, or grows by, the product.
  public static void multiply(
      Orientation orientation,
      int m,
      int n,
      int k,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      MemorySegment c,
      long cAt,
      boolean accumulate,
      Workers workers) {
    var layout = ValueLayout.JAVA_FLOAT_UNALIGNED;
    workers.forEachChunk(
        m,
        i -> {
          for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++) {
              long left =
                  orientation == Orientation.LEFT_TRANSPOSED ? (long) l * m + i : (long) i * k + l;
              long right =
                  orientation == Orientation.RIGHT_TRANSPOSED ? (long) j * k + l : (long) l * n + j;
              sum += a.get(layout, aAt + 4 * left) * b.get(layout, bAt + 4 * right);
            }
            long at = cAt + 4 * ((long) i * n + j);
            c.set(layout, at, accumulate ? c.get(layout, at) + sum : sum);
          }
        });
  }
}
