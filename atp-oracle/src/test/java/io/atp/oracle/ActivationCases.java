package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import io.atp.learn.tensor.op.Elu;
import io.atp.learn.tensor.op.LeakyRelu;
import io.atp.learn.tensor.op.LogSoftmax;
import io.atp.learn.tensor.op.Prelu;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.Sigmoid;
import io.atp.learn.tensor.op.Softmax;
import io.atp.learn.tensor.op.Tanh;
import java.util.stream.Stream;

/// Functions of one entry or one row, on entries up to `scale` and on exact zeros.
final class ActivationCases {
  private ActivationCases() {}

  static Stream<OpCase> of(int n, int c, double scale) {
    String form = "%d × %d, up to %s".formatted(n, c, scale);
    float[][] x = uniform(n, c, 1, scale);
    float[][] withZeros = uniform(n, c, 1, scale);
    for (int i = 0; i < n; i++) {
      withZeros[i][i % c] = 0;
    }
    return Stream.of(
        OpCase.of(
            Relu.class, form, t -> Relu.of(t.get(0)), t -> TorchOps.relu(t.get(0)), withZeros),
        OpCase.of(
            LeakyRelu.class,
            "slope 0.2, " + form,
            t -> LeakyRelu.of(t.get(0), 0.2),
            t -> TorchOps.leakyRelu(t.get(0), 0.2),
            withZeros),
        OpCase.of(
            LeakyRelu.class,
            "slope 0.01, " + form,
            t -> LeakyRelu.of(t.get(0), 0.01),
            t -> TorchOps.leakyRelu(t.get(0), 0.01),
            withZeros),
        OpCase.of(Elu.class, form, t -> Elu.of(t.get(0)), t -> TorchOps.elu(t.get(0)), withZeros),
        OpCase.of(
            Prelu.class,
            form,
            t -> Prelu.of(t.get(0), t.get(1)),
            t -> TorchOps.prelu(t.get(0), t.get(1)),
            x,
            new float[][] {{0.25f}}),
        OpCase.of(
            Sigmoid.class,
            form,
            t -> Sigmoid.of(t.get(0)),
            t -> TorchOps.sigmoid(t.get(0)),
            withZeros),
        OpCase.of(Tanh.class, form, t -> Tanh.of(t.get(0)), t -> t.get(0).tanh(), withZeros),
        OpCase.of(Softmax.class, form, t -> Softmax.of(t.get(0)), t -> t.get(0).softmax(1), x),
        OpCase.of(
            LogSoftmax.class, form, t -> LogSoftmax.of(t.get(0)), t -> t.get(0).logSoftmax(1), x));
  }
}
