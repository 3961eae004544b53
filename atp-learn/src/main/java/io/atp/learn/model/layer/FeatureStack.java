package io.atp.learn.model.layer;

import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;

/// `drop(… ReLU(drop(X)·W_1) …)·W_L` without biases, on node features that may be sparse: the
/// network of methods that predict first and propagate then.
public record FeatureStack(List<Linear> layers, double dropout) {
  /// @param layers at least 1
  public static FeatureStack create(
      ParameterStore store, int in, int hidden, int out, int layers, double dropout) {
    List<Linear> weights = new ArrayList<>();
    for (int i = 0; i < layers; i++) {
      int from = i == 0 ? in : hidden;
      int to = i == layers - 1 ? out : hidden;
      var start = new Initialiser.GlorotUniform(1);
      weights.add(Linear.withoutBias(store, "layer" + i, from, to, start));
    }
    return new FeatureStack(weights, dropout);
  }

  /// A row for every node.
  public Tensor apply(Tape tape, NodeFeatures features, Phase phase) {
    return rest(features.times(first(tape), dropout, phase), phase);
  }

  /// A row for each of these nodes.
  public Tensor apply(Tape tape, NodeFeatures features, int[] nodes, Phase phase) {
    return rest(features.times(nodes, first(tape), dropout, phase), phase);
  }

  private Tensor first(Tape tape) {
    return tape.parameter(layers.getFirst().weight());
  }

  private Tensor rest(Tensor product, Phase phase) {
    Tensor h = product;
    for (Linear layer : layers.subList(1, layers.size())) {
      h = layer.apply(Dropout.of(Relu.of(h), dropout, phase));
    }
    return h;
  }

  public List<Parameter> firstLayer() {
    return layers.getFirst().parameters();
  }

  public List<Parameter> laterLayers() {
    return layers.subList(1, layers.size()).stream()
        .flatMap(layer -> layer.parameters().stream())
        .toList();
  }
}
