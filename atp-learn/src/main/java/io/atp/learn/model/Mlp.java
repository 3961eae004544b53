package io.atp.learn.model;

import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.Dense;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.plan.OperatorUse;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `logits = W_L·ReLU(… ReLU(W_1·x + b_1) …) + b_L`: features alone, the graph not looked at.
///
/// The baseline that says what the graph is worth.
public final class Mlp implements Backbone<Mlp.Settings, HopInputs> {
  /// @param layers linear layers, 1 for a linear classifier
  /// @param dropout before each
  public record Settings(int layers, int hidden, double dropout) {
    public Settings {
      Require.atLeast("layers", layers, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "mlp";
  }

  @Override
  public String summary() {
    return "features only: what is there to gain from the graph";
  }

  @Override
  public OperatorUse operatorUse(Settings settings) {
    return OperatorUse.NOTHING;
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(2, 64, 0.5),
        TrainingConfig.adam(500, 0.01, 5e-4, new StoppingRule.Loss(100)),
        UsualScaling.of(dataSet),
        0.5);
  }

  @Override
  public HopInputs prepare(Settings settings, Problem problem, Workspace work) {
    return new HopInputs(List.of(Dense.of(problem.features(), work)));
  }

  @Override
  public boolean linear(Settings settings) {
    return settings.layers() == 1;
  }

  private static PropagationConfig noHops() {
    return PropagationConfig.of(0, new HopCombiner.Last());
  }

  @Override
  public Optional<HopForm<HopInputs>> hopForm(Settings settings) {
    return Optional.of(new HopForm<>(noHops(), hops -> hops));
  }

  @Override
  public List<RowOrigin> origins(Settings settings, Problem problem, int node, Workspace work) {
    return RowOrigin.of(problem.operator(), problem.features(), noHops(), node);
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    return new Network(
        settings.dropout(),
        layers(store, settings.layers(), inputs.width(0), settings.hidden(), outputs));
  }

  private static List<Linear> layers(ParameterStore store, int count, int in, int hidden, int out) {
    List<Linear> layers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      layers.add(
          Linear.create(store, "layer" + i, i == 0 ? in : hidden, i == count - 1 ? out : hidden));
    }
    return layers;
  }

  private record Network(double dropout, List<Linear> layers) implements Model<HopInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> all = new ArrayList<>();
      layers.forEach(layer -> all.addAll(layer.parameters()));
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
      Tensor h = inputs.rows(tape, 0, nodes);
      for (int i = 0; i < layers.size(); i++) {
        h = layers.get(i).apply(Dropout.of(i == 0 ? h : Relu.of(h), dropout, phase));
      }
      return h;
    }
  }
}
