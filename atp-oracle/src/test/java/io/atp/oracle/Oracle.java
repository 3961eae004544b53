package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Multiply;
import io.atp.learn.tensor.op.Sum;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Runs one computation on our tape and on PyTorch's, and compares the result and the gradient of
/// every input.
///
/// Gradients are those of `L = Σ_ij w_ij · Y_ij` with fixed random w, so that every entry of Y
/// counts and none cancels another. A second round uses the inputs twice, `L(Y + Y)`: then each
/// op's gradient is added to one that is already there.
final class Oracle {
  private static final long PROBE = 4711;

  private Oracle() {}

  private record Outcome(float[][] value, List<float[][]> gradients) {}

  static void compare(
      String name,
      List<float[][]> inputs,
      Function<List<Tensor>, Tensor> ours,
      Function<NDList, NDArray> torch) {
    compareOnce(name, inputs, ours, torch);
    compareOnce(
        name + ", twice",
        inputs,
        x -> Add.of(ours.apply(x), ours.apply(x)),
        x -> torch.apply(x).add(torch.apply(x)));
  }

  private static void compareOnce(
      String name,
      List<float[][]> inputs,
      Function<List<Tensor>, Tensor> ours,
      Function<NDList, NDArray> torch) {
    Outcome outcome = run(inputs, ours);
    Shape shape = new Shape(outcome.value.length, outcome.value[0].length);
    try (NDManager manager = Torch.manager()) {
      NDList leaves = new NDList();
      for (float[][] input : inputs) {
        NDArray leaf = TorchOps.array(manager, input);
        leaf.setRequiresGradient(true);
        leaves.add(leaf);
      }
      NDArray value;
      try (GradientCollector collector = Torch.record()) {
        value = torch.apply(leaves).reshape(shape);
        collector.backward(value.mul(TorchOps.array(manager, probe(outcome.value))).sum());
      }
      Numbers.assertSame(name + " value", outcome.value, value);
      for (int n = 0; n < leaves.size(); n++) {
        Numbers.assertSame(
            "%s gradient of input %d".formatted(name, n),
            outcome.gradients.get(n),
            leaves.get(n).getGradient());
      }
    }
  }

  private static Outcome run(List<float[][]> inputs, Function<List<Tensor>, Tensor> ours) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      List<Tensor> leaves = new ArrayList<>();
      for (float[][] input : inputs) {
        leaves.add(tape.variable(Matrix.of(input, work.arena())));
      }
      Tensor result = ours.apply(leaves);
      float[][] value = result.value().toArray();
      tape.backward(probed(result));
      return new Outcome(value, leaves.stream().map(leaf -> leaf.gradient().toArray()).toList());
    }
  }

  /// L on our tape.
  static Tensor probed(Tensor y) {
    Tape tape = y.tape();
    Matrix weights = Matrix.of(probe(y.value().toArray()), tape.engine().workspace().arena());
    return Sum.of(Multiply.of(y, tape.constant(weights)));
  }

  /// L on PyTorch's.
  static NDArray probed(NDArray y) {
    int rows = Math.toIntExact(y.getShape().get(0));
    int columns = Math.toIntExact(y.getShape().get(1));
    return y.mul(TorchOps.beside(y, Numbers.uniform(rows, columns, PROBE))).sum();
  }

  private static float[][] probe(float[][] of) {
    return Numbers.uniform(of.length, of[0].length, PROBE);
  }
}
