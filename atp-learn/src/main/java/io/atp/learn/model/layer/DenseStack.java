package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;

/// GBP's classifier: layers `BN(drop(x)·W)`, plus `drop(x)` itself where widths match, with ReLU
/// between them.
///
/// No biases, weights from U(±1/√out); batch norm is optional and never on the logits.
public record DenseStack(List<Linear> layers, List<BatchNormLayer> norms, double dropout) {
  /// @param layers at least 1
  public static DenseStack create(
      ParameterStore store,
      String name,
      int in,
      int hidden,
      int out,
      int layers,
      boolean batchNorm,
      double dropout) {
    List<Linear> weights = new ArrayList<>();
    List<BatchNormLayer> norms = new ArrayList<>();
    for (int i = 0; i < layers; i++) {
      boolean last = i == layers - 1;
      int from = i == 0 ? in : hidden;
      int to = last ? out : hidden;
      String layer = name + "." + i;
      weights.add(Linear.withoutBias(store, layer, from, to, new Initialiser.GcnStyle()));
      if (batchNorm && !last) {
        norms.add(BatchNormLayer.create(store, layer + ".norm", to));
      }
    }
    return new DenseStack(weights, norms, dropout);
  }

  public Tensor apply(Tensor x, Phase phase) {
    Tensor h = x;
    for (int i = 0; i < layers.size(); i++) {
      Tensor in = Dropout.of(i == 0 ? h : Relu.of(h), dropout, phase);
      h = layers.get(i).apply(in);
      h = i < norms.size() ? norms.get(i).apply(h, phase) : h;
      h = h.columns() == in.columns() ? Add.of(h, in) : h;
    }
    return h;
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    layers.forEach(layer -> all.addAll(layer.parameters()));
    norms.forEach(norm -> all.addAll(norm.parameters()));
    return all;
  }
}
