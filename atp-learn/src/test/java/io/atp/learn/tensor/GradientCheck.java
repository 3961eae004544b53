package io.atp.learn.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.op.ProbeLoss;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Compares the gradients of a computation with central differences of its value.
///
/// The computation is probed through `L = Σ_ij weight_ij · Y_ij` with fixed random weights, summed
/// in double, so that every entry of Y counts and none cancels another.
public final class GradientCheck {
  private static final float STEP = 1e-2f;

  private GradientCheck() {}

  /// Checks `∂L/∂input` for every entry of every input.
  ///
  /// @param tolerance of `|analytic − numeric| / max(1, |numeric|)`
  public static void check(
      double tolerance, Function<List<Tensor>, Tensor> computation, float[][]... inputs) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Arena arena = Arena.ofShared()) {
      List<Matrix> values = new ArrayList<>();
      for (float[][] input : inputs) {
        values.add(Matrix.of(input, arena));
      }
      List<float[][]> gradients = gradients(engine, computation, values);
      for (int n = 0; n < values.size(); n++) {
        Matrix value = values.get(n);
        for (int i = 0; i < value.rows(); i++) {
          for (int j = 0; j < value.columns(); j++) {
            float was = value.get(i, j);
            value.set(i, j, was + STEP);
            double up = probe(engine, computation, values);
            float above = value.get(i, j);
            value.set(i, j, was - STEP);
            double down = probe(engine, computation, values);
            float below = value.get(i, j);
            value.set(i, j, was);
            double numeric = (up - down) / ((double) above - below);
            double analytic = gradients.get(n)[i][j];
            assertThat(Math.abs(analytic - numeric) / Math.max(1, Math.abs(numeric)))
                .as("input %d entry (%d, %d): analytic %s, numeric %s", n, i, j, analytic, numeric)
                .isLessThan(tolerance);
          }
        }
      }
    }
  }

  private static List<float[][]> gradients(
      Engine engine, Function<List<Tensor>, Tensor> computation, List<Matrix> values) {
    try (Tape tape = engine.tape()) {
      List<Tensor> leaves = values.stream().map(tape::variable).toList();
      tape.backward(ProbeLoss.of(computation.apply(leaves)));
      return leaves.stream().map(leaf -> leaf.gradient().toArray()).toList();
    }
  }

  private static double probe(
      Engine engine, Function<List<Tensor>, Tensor> computation, List<Matrix> values) {
    try (Tape tape = engine.tape()) {
      Tensor result = computation.apply(values.stream().map(tape::variable).toList());
      return ProbeLoss.value(result.value());
    }
  }

  /// Reproducible entries in (−1, 1), kept at least `gap` from zero so that kinks stay out of reach
  /// of a central difference.
  public static float[][] entries(int rows, int columns, long seed, float gap) {
    float[][] all = new float[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double unit = 2 * StatelessHash.unit(StatelessHash.of(seed, i, j)) - 1;
        all[i][j] = (float) (Math.signum(unit) * (gap + (1 - gap) * Math.abs(unit)));
      }
    }
    return all;
  }

  public static float[][] entries(int rows, int columns, long seed) {
    return entries(rows, columns, seed, 0.05f);
  }
}
