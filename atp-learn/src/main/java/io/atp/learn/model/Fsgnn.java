package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.Dense;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.input.LoopFreeWalk;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.SliceColumns;
import io.atp.learn.tensor.op.Softmax;
import io.atp.learn.tensor.op.WeightedSum;
import java.util.ArrayList;
import java.util.List;

/// `h_l = rownorm(X_l·W_l + b_l)` for each of X, A₀X, MX, A₀²X, M²X, …; `logits = drop(ReLU([m_0
/// h_0 ‖ … ‖ m_{2K} h_{2K}]))·W + b` with `m = softmax(att)`.
///
/// Feature selection: walks with and without self-loops side by side, and a learned share for each.
/// A₀ is the operator of the same coefficients on the graph without loops.
public final class Fsgnn implements Backbone<Fsgnn.Settings, HopInputs> {
  /// @param hops K, so 2K + 1 matrices
  /// @param hopNorm whether rows of each h_l have length 1
  /// @param selectorDecay weight decay of att
  /// @param hopDecay of the W_l
  /// @param lastDecay of the classifier
  /// @param selectorRate learning rate of att
  public record Settings(
      int hops,
      int hidden,
      double dropout,
      boolean hopNorm,
      double selectorDecay,
      double hopDecay,
      double lastDecay,
      double selectorRate) {
    public Settings {
      Require.atLeast("hops", hops, 0);
      Require.atLeast("hidden", hidden, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "fsgnn";
  }

  @Override
  public String summary() {
    return "soft selection among walks with and without self-loops";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    Settings settings =
        switch (dataSet) {
          case "citeseer" -> new Settings(3, 64, 0.5, true, 1e-4, 1e-3, 0, 0.005);
          case "pubmed" -> new Settings(3, 64, 0.7, true, 0.01, 1e-4, 1e-4, 0.005);
          default -> new Settings(3, 64, 0.6, true, 0.1, 1e-3, 1e-4, 0.01);
        };
    return new Recipe<>(
        settings,
        TrainingConfig.adam(1500, 0.01, 0, new StoppingRule.Loss(100)),
        UsualScaling.of(dataSet),
        0.5);
  }

  @Override
  public boolean takesNodeWise() {
    return true;
  }

  @Override
  public int keptMatrices(Settings settings) {
    return 2 * settings.hops() + 2;
  }

  @Override
  public HopInputs prepare(Settings settings, Problem problem, Workspace work) {
    List<DenseFeatures> looped = problem.hops(allHops(settings), work);
    DenseFeatures x =
        problem.source().isPlain() ? looped.getFirst() : Dense.of(problem.features(), work);
    List<DenseFeatures> loopFree =
        LoopFreeWalk.hops(
            problem.operator().graph(), problem.coefficients(), x, settings.hops(), work);
    return new HopInputs(alternate(looped, loopFree));
  }

  private static PropagationConfig allHops(Settings settings) {
    return PropagationConfig.of(settings.hops(), new HopCombiner.All());
  }

  @Override
  public List<RowOrigin> origins(Settings settings, Problem problem, int node, Workspace work) {
    List<RowOrigin> looped = problem.origins(allHops(settings), node, work);
    List<RowOrigin> loopFree =
        LoopFreeWalk.origins(
            problem.operator().graph(),
            problem.coefficients(),
            problem.features(),
            node,
            settings.hops());
    return alternate(looped, loopFree);
  }

  /// X, A₀X, MX, A₀²X, M²X, …
  private static <T> List<T> alternate(List<T> looped, List<T> loopFree) {
    List<T> list = new ArrayList<>();
    list.add(looped.getFirst());
    for (int hop = 1; hop < looped.size(); hop++) {
      list.add(loopFree.get(hop - 1));
      list.add(looped.get(hop));
    }
    return list;
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    List<Linear> perHop = new ArrayList<>();
    for (int l = 0; l < inputs.count(); l++) {
      perHop.add(Linear.create(store, "hop" + l, inputs.width(l), settings.hidden()));
    }
    return new Network(
        settings,
        store.create("selector", 1, inputs.count(), new Initialiser.Constant(1)),
        perHop,
        Linear.create(store, "classifier", inputs.count() * settings.hidden(), outputs));
  }

  private record Network(
      Settings settings, Parameter selector, List<Linear> perHop, Linear classifier)
      implements Model<HopInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> hopLayers = new ArrayList<>();
      perHop.forEach(layer -> hopLayers.addAll(layer.parameters()));
      return List.of(
          new ParameterGroup(
              "selector", List.of(selector), settings.selectorRate(), settings.selectorDecay()),
          new ParameterGroup("hops", hopLayers, learningRate, settings.hopDecay()),
          new ParameterGroup(
              "classifier", classifier.parameters(), learningRate, settings.lastDecay()));
    }

    @Override
    public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
      Tensor shares = Softmax.of(tape.parameter(selector));
      List<Tensor> parts = new ArrayList<>();
      for (int l = 0; l < perHop.size(); l++) {
        Tensor h = perHop.get(l).apply(inputs.rows(tape, l, nodes));
        h = settings.hopNorm() ? NormaliseRows.of(h) : h;
        parts.add(WeightedSum.of(List.of(h), SliceColumns.of(shares, l, l + 1)));
      }
      Tensor joined = Relu.of(Concat.of(parts));
      return classifier.apply(Dropout.of(joined, settings.dropout(), phase));
    }
  }
}
