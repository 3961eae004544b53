package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// An op of one input in which entry (i, j) of the result depends on entry (i, j) of the input.
///
/// Implementations write the loop over a stretch of entries out, instead of handing over a function
/// of one entry: a call per entry would cost more than the arithmetic.
interface Elementwise extends Op {
  Tensor x();

  /// `y = f(x)` for `length` entries from byte `at` of both.
  void values(MemorySegment x, MemorySegment y, long at, int length);

  /// `dx = f′ · dy`, or `dx += f′ · dy`, for `length` entries from byte `at` of all four.
  void gradients(Values values, MemorySegment dX, long at, int length, boolean add);

  /// What a gradient may be computed from.
  record Values(MemorySegment x, MemorySegment y, MemorySegment dY) {}

  @Override
  default int rows() {
    return x().rows();
  }

  @Override
  default int columns() {
    return x().columns();
  }

  @Override
  default List<Tensor> inputs() {
    return List.of(x());
  }

  @Override
  default void forward(Matrix out, Engine engine) {
    Matrix in = x().value();
    RowLoop.run(
        rows(),
        columns(),
        engine.workers(),
        (from, to) -> values(in.data(), out.data(), out.at(from), (to - from) * columns()));
  }

  @Override
  default void backward(Matrix out, Matrix dOut, Engine engine) {
    Values values = new Values(x().value().data(), out.data(), dOut.data());
    x().contribute(
            (dX, add) ->
                RowLoop.run(
                    rows(),
                    columns(),
                    engine.workers(),
                    (from, to) ->
                        gradients(values, dX.data(), dX.at(from), (to - from) * columns(), add)));
  }
}
