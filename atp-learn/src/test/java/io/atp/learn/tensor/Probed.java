package io.atp.learn.tensor;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.op.ProbeLoss;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Value and gradients of a computation under [ProbeLoss], for comparison with those of a twin.
public record Probed(float[][] value, List<float[][]> gradients) {
  public static Probed of(
      int threads, Function<List<Tensor>, Tensor> computation, float[][]... inputs) {
    try (Workspace work = Workspace.open(threads);
        Engine engine = Engine.on(work);
        Arena arena = Arena.ofShared();
        Tape tape = engine.tape()) {
      List<Tensor> leaves =
          Arrays.stream(inputs).map(input -> tape.variable(Matrix.of(input, arena))).toList();
      Tensor result = computation.apply(leaves);
      float[][] value = result.value().toArray();
      tape.backward(ProbeLoss.of(result));
      return new Probed(value, leaves.stream().map(leaf -> leaf.gradient().toArray()).toList());
    }
  }

  /// Largest difference between entries, relative to the larger of 1 and the entry.
  public double distanceTo(Probed other) {
    double distance = distance(value, other.value);
    for (int i = 0; i < gradients.size(); i++) {
      distance = Math.max(distance, distance(gradients.get(i), other.gradients.get(i)));
    }
    return distance;
  }

  public static double distance(float[][] a, float[][] b) {
    double distance = a.length == b.length ? 0 : Double.POSITIVE_INFINITY;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        double error = Math.abs((double) a[i][j] - b[i][j]) / Math.max(1, Math.abs(b[i][j]));
        distance = error <= distance ? distance : Double.isNaN(error) ? 1e9 : error;
      }
    }
    return distance;
  }

  /// Whether all numbers have the same bits.
  public boolean sameBits(Probed other) {
    return Arrays.deepEquals(value, other.value)
        && Arrays.deepEquals(
            gradients.toArray(new float[0][][]), other.gradients.toArray(new float[0][][]));
  }
}
