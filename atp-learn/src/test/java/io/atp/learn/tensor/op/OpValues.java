package io.atp.learn.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Values of a computation on matrices written out by hand.
final class OpValues {
  private OpValues() {}

  static float[][] m(float[]... rows) {
    return rows;
  }

  static float[] r(double... values) {
    float[] row = new float[values.length];
    for (int j = 0; j < values.length; j++) {
      row[j] = (float) values[j];
    }
    return row;
  }

  static float[][] value(Function<List<Tensor>, Tensor> computation, float[][]... inputs) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      List<Tensor> leaves = Stream.of(inputs).map(OpCase::matrix).map(tape::variable).toList();
      return computation.apply(leaves).value().toArray();
    }
  }

  static void close(float[][] actual, float[]... expected) {
    assertThat(actual.length).isEqualTo(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).as("row %d", i).containsExactly(expected[i], within(2e-6f));
    }
  }

  static void refused(
      String sentence, Function<List<Tensor>, Tensor> computation, float[][]... inputs) {
    assertThatThrownBy(() -> value(computation, inputs))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }
}
