package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
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

  private static void requireProbability(double probability) {
    Require.that(
        probability >= 0 && probability < 1,
        "a dropout probability lies in [0, 1), got %s",
        probability);
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long at, int length) {
    write(x, y, at, length, false);
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long at, int length, boolean add) {
    write(values.dY(), dX, at, length, add);
  }

  private void write(MemorySegment in, MemorySegment out, long from, int length, boolean add) {
    float scale = (float) (1 / (1 - probability));
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      boolean kept = StatelessHash.unit(StatelessHash.of(seed, at)) >= probability;
      Floats.put(out, at, kept ? scale * Floats.get(in, at) : 0f, add);
    }
  }
}
