package io.atp.learn.tensor.op;

import io.atp.core.kernel.DropoutMask;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = X ∘ M / (1 − p)`, where M keeps an entry with probability 1 − p; `dX = dY ∘ M / (1 − p)`.
///
/// Whether an entry is kept is a hash of the seed and its place, so M is never stored: the way back
/// asks again.
public record Dropout(Tensor x, double probability, long seed) implements Elementwise {
  public Dropout {
    requireProbability(probability);
  }

  /// While judging, or with p = 0, the input itself.
  public static Tensor of(Tensor x, double probability, Phase phase) {
    requireProbability(probability);
    if (!phase.isTraining() || probability == 0) {
      return x;
    }
    return x.tape().apply(new Dropout(x, probability, phase.nextSeed()));
  }

  static void requireProbability(double probability) {
    Require.that(
        probability >= 0 && probability < 1,
        "a dropout probability lies in [0, 1), got %s",
        probability);
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long at, int length) {
    write(x, y, at, length, false, probability, seed);
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long at, int length, boolean add) {
    write(values.dY(), dX, at, length, add, probability, seed);
  }

  /// `out = in ∘ M / (1 − p)`, or `+=`: either way, for ops that drop on the way.
  static void write(
      Matrix in, Matrix out, boolean add, double probability, long seed, Engine engine) {
    RowLoop.run(
        in.rows(),
        in.columns(),
        engine.workers(),
        (from, to) -> {
          int length = (to - from) * in.columns();
          write(in.data(), out.data(), in.at(from), length, add, probability, seed);
        });
  }

  private static void write(
      MemorySegment in,
      MemorySegment out,
      long at,
      int length,
      boolean add,
      double probability,
      long seed) {
    var mask = new DropoutMask(seed, at / Float.BYTES, (float) (1 - probability));
    if (add) {
      Kernels.elements().dropoutGradient(out, at, in, at, length, mask);
    } else {
      Kernels.elements().dropout(out, at, in, at, length, mask);
    }
  }
}
