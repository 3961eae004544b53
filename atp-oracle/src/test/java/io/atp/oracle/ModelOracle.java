package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// As [Oracle], for layers whose parameters live in a store: compares the result, the gradient of
/// every parameter, and the buffers (running statistics) that the pass leaves behind.
final class ModelOracle {
  private ModelOracle() {}

  /// @param trained the parameters that take part
  /// @param torch sees every parameter and buffer by name; may follow buffers in place
  static void compare(
      ParameterStore store,
      List<Parameter> trained,
      Function<Tape, Tensor> ours,
      Function<Map<String, NDArray>, NDArray> torch) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        NDManager manager = Torch.manager()) {
      Map<String, NDArray> theirs = new HashMap<>();
      store
          .values()
          .forEach((name, value) -> theirs.put(name, TorchOps.array(manager, value.toArray())));
      trained.forEach(parameter -> theirs.get(parameter.name()).setRequiresGradient(true));
      NDArray value;
      try (GradientCollector collector = Torch.record()) {
        value = torch.apply(theirs);
        collector.backward(Oracle.probed(value));
      }
      store.clearGradients();
      Tensor result = ours.apply(tape);
      Numbers.assertSame("value", result.value().toArray(), value);
      tape.backward(Oracle.probed(result));
      for (Parameter parameter : trained) {
        Numbers.assertSame(
            "gradient of " + parameter.name(),
            parameter.gradient().toArray(),
            theirs.get(parameter.name()).getGradient());
      }
      store
          .values()
          .forEach((name, after) -> Numbers.assertSame(name, after.toArray(), theirs.get(name)));
    }
  }

  /// Moves every parameter and buffer off its start, so that no scale is 1 and no shift 0.
  static void disturb(ParameterStore store) {
    disturb(store.values().values());
  }

  /// Moves these a little, each in its own direction.
  static void disturb(Iterable<Matrix> values) {
    long seed = 100;
    for (Matrix value : values) {
      float[][] noise = uniform(value.rows(), value.columns(), seed++, 0.2);
      for (int i = 0; i < value.rows(); i++) {
        for (int j = 0; j < value.columns(); j++) {
          value.set(i, j, value.get(i, j) + noise[i][j]);
        }
      }
    }
  }
}
