package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.Prelu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `Linear – (BatchNorm) – PReLU – dropout` repeated, ending in a plain `Linear`.
///
/// Weights start Glorot-uniform with the gain of ReLU, biases at 0; one learned slope serves all
/// PReLUs.
public record FeedForward(
    List<Linear> layers, List<BatchNormLayer> norms, Optional<Parameter> slope, double dropout) {
  private static final Initialiser START = new Initialiser.GlorotUniform(Math.sqrt(2));

  /// @param widths of input, hidden layers and output
  public static FeedForward create(
      ParameterStore store, String name, int[] widths, boolean batchNorm, double dropout) {
    List<Linear> layers = new ArrayList<>();
    List<BatchNormLayer> norms = new ArrayList<>();
    for (int i = 0; i + 1 < widths.length; i++) {
      String layer = name + "." + i;
      Parameter weight = store.create(layer + ".weight", widths[i], widths[i + 1], START);
      Parameter bias = store.create(layer + ".bias", 1, widths[i + 1], new Initialiser.Constant(0));
      layers.add(new Linear(weight, Optional.of(bias)));
      if (batchNorm && i + 2 < widths.length) {
        norms.add(BatchNormLayer.create(store, layer + ".norm", widths[i + 1]));
      }
    }
    Optional<Parameter> slope =
        widths.length > 2
            ? Optional.of(store.create(name + ".slope", 1, 1, new Initialiser.Constant(0.25)))
            : Optional.empty();
    return new FeedForward(layers, norms, slope, dropout);
  }

  public Tensor apply(Tensor x, Phase phase) {
    Tensor h = x;
    for (int i = 0; i < layers.size(); i++) {
      h = layers.get(i).apply(h);
      if (i + 1 < layers.size()) {
        h = norms.isEmpty() ? h : norms.get(i).apply(h, phase);
        h = Dropout.of(Prelu.of(h, h.tape().parameter(slope.orElseThrow())), dropout, phase);
      }
    }
    return h;
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    layers.forEach(layer -> all.addAll(layer.parameters()));
    norms.forEach(norm -> all.addAll(norm.parameters()));
    slope.ifPresent(all::add);
    return all;
  }
}
