package io.atp.learn.model.layer;

import io.atp.core.runtime.Require;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.sample.LayerBlock;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;

/// `H_l = ReLU(M · drop(H_{l−1}) · W_l)`, the last layer without ReLU, for M as a whole or a part
/// of it for each layer. No biases, Glorot weights; weight decay is the first layer's alone.
public record ConvolutionStack(List<Convolution> layers, double inputDropout, double dropout) {
  /// @param count layers
  public static ConvolutionStack create(
      ParameterStore store,
      int in,
      int hidden,
      int outputs,
      int count,
      double inputDropout,
      double dropout) {
    List<Convolution> layers = new ArrayList<>();
    for (int l = 0; l < count; l++) {
      int from = l == 0 ? in : hidden;
      int to = l == count - 1 ? outputs : hidden;
      layers.add(Convolution.create(store, "layer" + l, from, to, false));
    }
    return new ConvolutionStack(layers, inputDropout, dropout);
  }

  /// All nodes through all of M.
  public Tensor whole(Tape tape, GraphInputs inputs, int[] nodes, Phase phase) {
    Tensor h =
        layers.getFirst().apply(tape, inputs.operator(), inputs.features(), inputDropout, phase);
    for (int l = 1; l < layers.size(); l++) {
      h = layers.get(l).apply(inputs.operator(), drop(Relu.of(h), phase));
    }
    return GatherRows.of(h, nodes);
  }

  /// The targets of the last block through a part of M in each layer.
  ///
  /// @param blocks the sources of one are the targets of the one before it
  public Tensor through(Tape tape, NodeFeatures features, List<LayerBlock> blocks, Phase phase) {
    Require.that(
        blocks.size() == layers.size(),
        "%d layers need a part of the operator each, got %d",
        layers.size(),
        blocks.size());
    Tensor h = first(tape, features, blocks.getFirst(), phase);
    for (int l = 1; l < layers.size(); l++) {
      h = layers.get(l).apply(blocks.get(l).weights(), drop(Relu.of(h), phase));
    }
    return h;
  }

  /// `B · drop(X) · W_1`.
  public Tensor first(Tape tape, NodeFeatures features, LayerBlock block, Phase phase) {
    Tensor weight = tape.parameter(layers.getFirst().linear().weight());
    return features.spread(block.sources(), block.weights(), weight, inputDropout, phase);
  }

  public Tensor drop(Tensor h, Phase phase) {
    return Dropout.of(h, dropout, phase);
  }

  public List<ParameterGroup> groups(double learningRate, double weightDecay) {
    List<Parameter> later = new ArrayList<>();
    layers.stream().skip(1).forEach(layer -> later.addAll(layer.parameters()));
    return List.of(
        new ParameterGroup("first", layers.getFirst().parameters(), learningRate, weightDecay),
        new ParameterGroup("later", later, learningRate, 0));
  }
}
