package io.atp.learn.tensor.op;

import io.atp.core.kernel.ElementKernels;
import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/// `out = a ∘ b`, or `out += a ∘ b`, entry by entry.
final class Products {
  private Products() {}

  static void write(Matrix a, Matrix b, Matrix out, boolean add, Engine engine) {
    RowLoop.run(
        out.rows(),
        out.columns(),
        engine.workers(),
        (from, to) ->
            stretch(
                a.data(), b.data(), out.data(), out.at(from), (to - from) * out.columns(), add));
  }

  private static void stretch(
      MemorySegment a, MemorySegment b, MemorySegment out, long at, int length, boolean add) {
    ElementKernels kernels = Kernels.elements();
    if (add) {
      kernels.multiplyAdd(out, at, a, at, b, at, length);
    } else {
      kernels.multiply(out, at, a, at, b, at, length);
    }
  }
}
