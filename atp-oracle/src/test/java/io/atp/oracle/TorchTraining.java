package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import io.atp.learn.tensor.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Parameters that PyTorch trains: gradients by its autograd, steps by a [TorchRule] each.
final class TorchTraining implements AutoCloseable {
  private final NDManager manager = Torch.manager();
  private final Map<String, TorchRule> rules = new LinkedHashMap<>();
  private final Map<String, NDArray> values = new LinkedHashMap<>();
  private int steps;

  /// Starts from a copy of what our parameter holds now.
  void add(Parameter parameter, TorchRule rule) {
    rules.put(parameter.name(), rule);
    values.put(parameter.name(), TorchOps.array(manager, parameter.value().toArray()));
  }

  NDManager manager() {
    return manager;
  }

  NDArray value(String name) {
    return values.get(name);
  }

  /// One step.
  ///
  /// @return the loss before it
  double step(Function<Map<String, NDArray>, NDArray> loss) {
    steps++;
    values.values().forEach(value -> value.setRequiresGradient(true));
    double before;
    try (GradientCollector collector = Torch.record()) {
      NDArray value = loss.apply(values);
      collector.backward(value);
      before = value.getFloat();
    }
    List<String> names = new ArrayList<>(values.keySet());
    for (String name : names) {
      NDArray value = values.get(name);
      NDArray gradient = value.getGradient();
      value.setRequiresGradient(false);
      values.put(name, rules.get(name).next(value, gradient, steps));
    }
    return before;
  }

  @Override
  public void close() {
    manager.close();
  }
}
