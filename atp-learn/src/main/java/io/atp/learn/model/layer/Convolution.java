package io.atp.learn.model.layer;

import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.SpreadProduct;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;
import java.util.Optional;

/// `Y = M · X · W + b`, with or without b, multiplied in the order that spreads fewer columns.
public record Convolution(Linear linear) {
  /// Glorot weights; a bias starts at 0.
  public static Convolution create(
      ParameterStore store, String name, int in, int out, boolean bias) {
    Parameter weight = store.create(name + ".weight", in, out, new Initialiser.GlorotUniform(1));
    Optional<Parameter> shift =
        bias
            ? Optional.of(store.create(name + ".bias", 1, out, new Initialiser.Constant(0)))
            : Optional.empty();
    return new Convolution(new Linear(weight, shift));
  }

  public Tensor apply(SparsePair operator, Tensor h) {
    Tensor weight = h.tape().parameter(linear.weight());
    return linear.plusBias(SpreadProduct.of(operator, h.tape().weighed(h), weight));
  }

  /// The first layer, `M · drop(X) · W + b`.
  public Tensor apply(
      Tape tape, SparsePair operator, NodeFeatures features, double dropout, Phase phase) {
    Tensor weight = tape.parameter(linear.weight());
    return linear.plusBias(features.spread(operator, weight, dropout, phase));
  }

  public List<Parameter> parameters() {
    return linear.parameters();
  }
}
