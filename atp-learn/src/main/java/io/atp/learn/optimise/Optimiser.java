package io.atp.learn.optimise;

import io.atp.learn.tensor.Matrix;
import java.util.Map;
import java.util.function.DoubleSupplier;

/// Moves parameters down the slope.
public sealed interface Optimiser extends AutoCloseable permits AdamSteps, SgdSteps, LbfgsSteps {
  /// One step.
  ///
  /// @param loss computes the loss at the present parameters and leaves its gradient, decay not
  ///   included, in them; called at least once
  /// @param rateFactor what a schedule multiplies every learning rate with
  /// @return the loss before the step
  double step(DoubleSupplier loss, double rateFactor);

  /// Everything a continued run needs besides the parameters, by name. Live memory, to be read or
  /// filled in place.
  Map<String, Matrix> state();

  /// Steps taken so far.
  long steps();

  /// Takes up where a saved run stopped, once [#state] has been filled.
  void resume(long steps);

  @Override
  void close();
}
