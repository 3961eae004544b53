package io.atp.oracle;

import static io.atp.oracle.Numbers.below;
import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.CrossEntropy;
import io.atp.learn.tensor.op.SquaredError;
import java.util.Map;

/// `X·W + b` fitted to targets: a small problem for optimisers.
enum Regression {
  /// Mean squared error.
  LEAST_SQUARES,
  /// Cross-entropy of three classes.
  LOGISTIC;

  static final int ROWS = 24;
  static final int INPUTS = 6;
  static final int OUTPUTS = 3;
  static final float[][] X = uniform(ROWS, INPUTS, 1, 2);
  static final float[][] Y = uniform(ROWS, OUTPUTS, 2, 3);
  private static final int[] CLASSES = below(OUTPUTS, ROWS, 3);

  static Linear linear(ParameterStore store) {
    return Linear.create(store, "linear", INPUTS, OUTPUTS);
  }

  /// The loss at the present parameters, its gradient left in them.
  double loss(Linear linear, ParameterStore store, Engine engine) {
    store.clearGradients();
    try (Tape tape = engine.tape()) {
      Matrix x = tape.borrow(ROWS, INPUTS);
      x.copyFrom(X);
      Matrix y = tape.borrow(ROWS, OUTPUTS);
      y.copyFrom(Y);
      Tensor output = linear.apply(tape.constant(x));
      Tensor loss =
          this == LOGISTIC ? CrossEntropy.of(output, CLASSES) : SquaredError.of(output, y);
      double value = loss.value().get(0, 0);
      tape.backward(loss);
      return value;
    }
  }

  NDArray loss(Map<String, NDArray> parameters, NDManager manager) {
    return loss(
        TorchOps.array(manager, X),
        TorchOps.array(manager, Y),
        parameters.get("linear.weight"),
        parameters.get("linear.bias"));
  }

  /// In the precision of the arrays given.
  NDArray loss(NDArray x, NDArray y, NDArray weight, NDArray bias) {
    NDArray output = TorchOps.linear(x, weight, bias);
    if (this == LEAST_SQUARES) {
      return output.sub(y).square().mean();
    }
    NDArray picked = TorchOps.beside(x, Numbers.oneHot(CLASSES, OUTPUTS));
    return output.logSoftmax(1).mul(picked.toType(x.getDataType(), false)).sum().div(-ROWS);
  }
}
