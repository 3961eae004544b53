package io.atp.learn.predict;

import io.atp.core.feature.Features;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.HopSource;
import io.atp.learn.model.Model;
import io.atp.learn.model.Problem;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.plan.BuiltOperator;
import io.atp.learn.tensor.Engine;
import java.util.Arrays;

/// A saved model on a graph: the operator built by its plan, inputs prepared, weights in place.
///
/// @param work what inputs live in
record LoadedModel<S extends Record, I>(
    Backbone<S, I> backbone,
    S settings,
    BuiltOperator built,
    Problem problem,
    I inputs,
    Model<I> model,
    Engine engine,
    Workspace work) {
  /// What is done with it while it is there.
  @FunctionalInterface
  interface Use<S extends Record, I, R, E extends Exception> {
    R of(LoadedModel<S, I> loaded) throws E;
  }

  /// @param follows whether results are asked which nodes they hang on
  static <S extends Record, I, R, E extends Exception> R with(
      SavedModel saved,
      SavedModel.Bound<S, I> bound,
      GraphData data,
      boolean follows,
      Workspace work,
      Use<S, I, R, E> use)
      throws E {
    Features features = features(saved, data);
    Lessons lessons = saved.lessons();
    Require.that(
        lessons.isEmpty() || lessons.graphNodes() == data.graph().nodeCount(),
        "the model's last stage was taught about a graph of %d nodes, and %s has %d",
        lessons.graphNodes(),
        data.name(),
        data.graph().nodeCount());
    try (Workspace scratch = work.scratch();
        Engine engine = Engine.on(work);
        var store = new ParameterStore(0)) {
      Features scaled = saved.scaling().apply(features, scratch);
      BuiltOperator built = BuiltOperator.of(saved.plan(), data.graph(), scaled, scratch);
      var plain =
          new Problem(
              built.operator(),
              built.coefficients(),
              scaled,
              known(saved, data),
              lessons,
              new HopSource(saved.nodeWise()));
      Problem problem = follows ? plain.following(scratch) : plain;
      Backbone<S, I> backbone = bound.backbone();
      I inputs = backbone.prepare(bound.settings(), problem, scratch);
      Model<I> model = backbone.create(bound.settings(), inputs, saved.outputs(), store);
      store.restore(new ParameterStore.Snapshot(saved.weights()));
      return use.of(
          new LoadedModel<>(
              backbone, bound.settings(), built, problem, inputs, model, engine, scratch));
    }
  }

  static Features features(SavedModel saved, GraphData data) {
    Features features =
        data.features()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no features, the model was trained on %d"
                            .formatted(data.name(), saved.featureWidth())));
    Require.that(
        features.width() == saved.featureWidth(),
        "%s has %d features, the model was trained on %d",
        data.name(),
        features.width(),
        saved.featureWidth());
    return features;
  }

  /// Labels for backbones that use them: those of the data's training part, or all there are where
  /// it has no split.
  private static Labels known(SavedModel saved, GraphData data) {
    int[] values = new int[data.graph().nodeCount()];
    Arrays.fill(values, Labels.UNLABELLED);
    data.labels()
        .ifPresent(
            labels -> {
              int[] nodes = data.split().map(Split::train).orElse(null);
              for (int i = 0; i < (nodes == null ? values.length : nodes.length); i++) {
                int node = nodes == null ? i : nodes[i];
                values[node] = labels.values()[node];
              }
            });
    return new Labels(saved.outputs(), values);
  }
}
