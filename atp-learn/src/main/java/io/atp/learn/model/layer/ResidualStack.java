package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.Prelu;
import io.atp.learn.tensor.op.Scale;
import java.util.ArrayList;
import java.util.List;

/// GAMLP's output network of n layers: `x ← BN(Z·W)`, `x₁ = x`; then n − 2 times `u =
/// drop(PReLU(x))`, `x ← BN((½u + ½x₁)·W) + u`; finally `BN(drop(PReLU(x))·W)`.
///
/// First and last layer also add their input where widths match. No biases, weights from
/// U(±1/√out), and batch norm always, on the logits too.
public record ResidualStack(
    List<Linear> layers, List<BatchNormLayer> norms, Parameter slope, double dropout) {
  private static final float FIRST_SHARE = 0.5f;

  /// @param layers n, at least 2
  public static ResidualStack create(
      ParameterStore store, String name, int in, int hidden, int out, int layers, double dropout) {
    List<Linear> weights = new ArrayList<>();
    List<BatchNormLayer> norms = new ArrayList<>();
    for (int i = 0; i < layers; i++) {
      int from = i == 0 ? in : hidden;
      int to = i == layers - 1 ? out : hidden;
      String layer = name + "." + i;
      weights.add(Linear.withoutBias(store, layer, from, to, new Initialiser.GcnStyle()));
      norms.add(BatchNormLayer.create(store, layer + ".norm", to));
    }
    Parameter slope = store.create(name + ".slope", 1, 1, new Initialiser.Constant(0.25));
    return new ResidualStack(weights, norms, slope, dropout);
  }

  public Tensor apply(Tensor z, Phase phase) {
    Tensor x = plusInput(step(0, z, phase), z);
    Tensor first = x;
    for (int i = 1; i + 1 < layers.size(); i++) {
      Tensor u = active(x, phase);
      Tensor mixed = Add.of(Scale.of(u, 1 - FIRST_SHARE), Scale.of(first, FIRST_SHARE));
      x = Add.of(step(i, mixed, phase), u);
    }
    Tensor u = active(x, phase);
    return plusInput(step(layers.size() - 1, u, phase), u);
  }

  private Tensor step(int layer, Tensor x, Phase phase) {
    return norms.get(layer).apply(layers.get(layer).apply(x), phase);
  }

  private Tensor active(Tensor x, Phase phase) {
    return Dropout.of(Prelu.of(x, x.tape().parameter(slope)), dropout, phase);
  }

  private static Tensor plusInput(Tensor y, Tensor x) {
    return y.columns() == x.columns() ? Add.of(y, x) : y;
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    layers.forEach(layer -> all.addAll(layer.parameters()));
    norms.forEach(norm -> all.addAll(norm.parameters()));
    all.add(slope);
    return all;
  }
}
