package io.atp.learn.model;

import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.layer.EgoLayer;
import io.atp.learn.model.layer.EgoReadout;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.RowNormLayer;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.sample.EgoBatch;
import io.atp.learn.sample.LocalIds;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The weights of [Shadow].
///
/// @param hops W_h, and a bias
record ShadowNetwork(
    Shadow.Settings settings,
    Optional<Linear> hops,
    List<EgoLayer> layers,
    EgoReadout readout,
    Linear classifier,
    RowNormLayer classifierNorm)
    implements Model<Shadow.Inputs> {
  /// Rows that a question may take at once.
  static final int ROWS = 1 << 15;

  @Override
  public List<ParameterGroup> groups(double learningRate, double weightDecay) {
    List<Parameter> all = new ArrayList<>();
    hops.ifPresent(layer -> all.addAll(layer.parameters()));
    layers.forEach(layer -> all.addAll(layer.parameters()));
    all.addAll(readout.parameters());
    all.addAll(classifier.parameters());
    all.addAll(classifierNorm.parameters());
    return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
  }

  @Override
  public int judgingBatch() {
    return Math.max(1, ROWS / settings.scope().largest());
  }

  @Override
  public Tensor logits(Tape tape, Shadow.Inputs inputs, int[] nodes, Phase phase) {
    EgoBatch.Ego[] egos = new EgoBatch.Ego[nodes.length];
    inputs.workers().forEachChunk(nodes.length, i -> egos[i] = inputs.ego(nodes[i], 0));
    EgoBatch batch = EgoBatch.of(Arrays.asList(egos));
    return logits(tape, inputs.features(), batch, inputs.operator(batch, settings.inner()), phase);
  }

  @Override
  public Steps steps(
      Shadow.Inputs inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
    return Shadow.steps(this, inputs, trainNodes, targets, batchSize, seed);
  }

  /// A row for each target.
  Tensor logits(
      Tape tape, NodeFeatures features, EgoBatch batch, SparsePair operator, Phase phase) {
    List<Tensor> states = new ArrayList<>();
    Tensor product = first(features, batch, layers.getFirst().weight(tape), phase);
    for (int l = 0; l < layers.size(); l++) {
      Tensor h = layers.get(l).apply(operator, product);
      states.add(h);
      if (l + 1 < layers.size()) {
        Tensor dropped = Dropout.of(h, settings.dropout(), phase);
        product = MatMul.of(dropped, layers.get(l + 1).weight(tape));
      }
    }
    Tensor z = readout.apply(states, batch, settings.dropout(), phase);
    return classifierNorm.apply(classifier.apply(NormaliseRows.of(z)));
  }

  /// `drop(X)·W + hop·W_h·W`: what is dropped are features, not distances. Without drops a node is
  /// multiplied once, however many subgraphs it is in.
  private Tensor first(NodeFeatures features, EgoBatch batch, Tensor weight, Phase phase) {
    int[] nodes = batch.union().nodes();
    Tensor product;
    if (phase.isTraining() && settings.dropout() > 0) {
      product = features.times(nodes, weight, settings.dropout(), phase);
    } else {
      LocalIds distinct = new LocalIds(nodes.length);
      int[] rows = new int[nodes.length];
      Arrays.setAll(rows, i -> distinct.add(nodes[i]));
      product = GatherRows.of(features.times(distinct.nodes(), weight, 0, phase), rows);
    }
    if (hops.isEmpty()) {
      return product;
    }
    Tape tape = weight.tape();
    Tensor kinds = hops.get().plusBias(tape.parameter(hops.get().weight()));
    return Add.of(product, GatherRows.of(MatMul.of(kinds, weight), batch.hops()));
  }
}
