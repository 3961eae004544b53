package io.atp.learn.tensor;

import java.util.List;

/// One step of a computation: how its result follows from its inputs, and how a gradient goes back.
///
/// An op is a small record, applied through its static `of`. It checks shapes when constructed, and
/// trusts them afterwards.
public interface Op {
  /// Rows of the result.
  int rows();

  /// Columns of the result.
  int columns();

  List<Tensor> inputs();

  /// Fills every entry of `out`, which holds leftovers.
  void forward(Matrix out, Engine engine);

  /// Adds to the gradient of each input that wants one.
  ///
  /// @param out the value [#forward] gave
  /// @param dOut the gradient of the loss with respect to it
  void backward(Matrix out, Matrix dOut, Engine engine);
}
