package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;

/// GRAND+'s network: layers `drop(BN(x / ‖x‖))·W + b` with ReLU between them; both norms optional.
///
/// @param nodeNorm whether each row is divided by its length before each layer
/// @param inputDropout before the first layer
/// @param hiddenDropout before the others
public record NormedStack(
    List<Linear> layers,
    List<BatchNormLayer> norms,
    boolean nodeNorm,
    double inputDropout,
    double hiddenDropout) {
  /// @param layers at least 1
  public static NormedStack create(
      ParameterStore store,
      int in,
      int hidden,
      int out,
      int layers,
      boolean batchNorm,
      boolean nodeNorm,
      double inputDropout,
      double hiddenDropout) {
    List<Linear> linear = new ArrayList<>();
    List<BatchNormLayer> norms = new ArrayList<>();
    for (int i = 0; i < layers; i++) {
      int from = i == 0 ? in : hidden;
      linear.add(Linear.create(store, "layer" + i, from, i == layers - 1 ? out : hidden));
      if (batchNorm) {
        norms.add(BatchNormLayer.create(store, "norm" + i, from));
      }
    }
    return new NormedStack(linear, norms, nodeNorm, inputDropout, hiddenDropout);
  }

  public Tensor apply(Tensor x, Phase phase) {
    Tensor h = x;
    for (int i = 0; i < layers.size(); i++) {
      h = i == 0 ? h : Relu.of(h);
      h = nodeNorm ? NormaliseRows.of(h) : h;
      h = norms.isEmpty() ? h : norms.get(i).apply(h, phase);
      h = layers.get(i).apply(Dropout.of(h, i == 0 ? inputDropout : hiddenDropout, phase));
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
