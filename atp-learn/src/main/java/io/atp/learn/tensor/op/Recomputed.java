package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y = f(X_1, X_2, …)` of several ops, none of whose results is kept: the way back computes f once
/// more. A deep network in parts of √L layers holds about 2√L states instead of L.
///
/// @param inputs X; at least one of them wants a gradient, or f's parameters get none
/// @param part f
/// @param rows of Y
/// @param columns of Y
public record Recomputed(List<Tensor> inputs, Part part, Phase phase, int rows, int columns)
    implements Op {
  /// Ops on a tape of their own. Parameters are met as on any tape.
  @FunctionalInterface
  public interface Part {
    Tensor run(Tape tape, List<Tensor> inputs, Phase phase);
  }

  /// @param phase the part's own, see [Phase#part]
  public static Tensor of(List<Tensor> inputs, Part part, Phase phase, int rows, int columns) {
    Tape tape = inputs.getFirst().tape();
    return tape.apply(new Recomputed(List.copyOf(inputs), part, phase, rows, columns));
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    try (Tape tape = engine.tape()) {
      List<Tensor> values = inputs.stream().map(x -> tape.constant(x.value())).toList();
      Tensor result = part.run(tape, values, phase);
      Require.that(
          result.rows() == rows && result.columns() == columns,
          "a part was to give %d × %d and gave %s",
          rows,
          columns,
          result.value().shape());
      out.copyFrom(result.value());
    }
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    try (Tape tape = engine.tape()) {
      List<Tensor> values = inputs.stream().map(tape::standIn).toList();
      tape.backward(part.run(tape, values, phase.again()), dOut);
    }
  }
}
