package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.AddBias;
import io.atp.learn.tensor.op.MatMul;
import java.util.List;
import java.util.Optional;

/// `Y = X · W + b`, with or without b.
public record Linear(Parameter weight, Optional<Parameter> bias) {
  /// Weight and bias from U(±1/√fan_in), PyTorch's default.
  public static Linear create(ParameterStore store, String name, int in, int out) {
    Initialiser start = new Initialiser.LinearDefault();
    Parameter weight = store.create(name + ".weight", in, out, start);
    double bound = 1 / Math.sqrt(Math.max(1, in));
    Parameter bias = store.create(name + ".bias", 1, out, new Initialiser.Uniform(bound));
    return new Linear(weight, Optional.of(bias));
  }

  public static Linear withoutBias(
      ParameterStore store, String name, int in, int out, Initialiser start) {
    return new Linear(store.create(name + ".weight", in, out, start), Optional.empty());
  }

  public Tensor apply(Tensor x) {
    Tape tape = x.tape();
    return plusBias(MatMul.of(tape.weighed(x), tape.parameter(weight)));
  }

  /// Adds the bias, where there is one, to a product with the weight made elsewhere.
  public Tensor plusBias(Tensor product) {
    return bias.map(b -> AddBias.of(product, product.tape().parameter(b))).orElse(product);
  }

  public List<Parameter> parameters() {
    return bias.map(b -> List.of(weight, b)).orElse(List.of(weight));
  }
}
