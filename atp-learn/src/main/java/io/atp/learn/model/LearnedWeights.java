package io.atp.learn.model;

import io.atp.learn.tensor.Engine;

/// A model whose first layer weighs neighbours by what it learned, not by their degrees.
///
/// @param <I> what the backbone prepared
public interface LearnedWeights<I> {
  /// A weight of each node in the first layer, at least 0; what it says is the model's own.
  double[] firstLayer(I inputs, Engine engine);
}
