package io.atp.learn.predict;

import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.HopBackbone;
import io.atp.learn.model.Model;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.train.Judge;
import java.util.Arrays;

/// Labels from hops that were propagated elsewhere: each row is judged by itself, so any rows of
/// the graph will do.
public final class HopPredictor {
  private HopPredictor() {}

  /// How the features of the model travel.
  ///
  /// @throws IllegalArgumentException where the backbone looks at more than a node's own hops
  public static PropagationConfig propagation(SavedModel saved) {
    return propagation(saved, saved.bind());
  }

  private static <S extends Record, I> PropagationConfig propagation(
      SavedModel saved, SavedModel.Bound<S, I> bound) {
    return hopBackbone(saved, bound).propagation(bound.settings());
  }

  /// @param hops as [#propagation] says, of any number of nodes
  public static Predictions predict(SavedModel saved, HopInputs hops, Workspace work) {
    return predict(saved, saved.bind(), hops, work);
  }

  private static <S extends Record, I> Predictions predict(
      SavedModel saved, SavedModel.Bound<S, I> bound, HopInputs hops, Workspace work) {
    HopBackbone<S> backbone = hopBackbone(saved, bound);
    try (Engine engine = Engine.on(work);
        var store = new ParameterStore(0)) {
      Model<HopInputs> model = backbone.create(bound.settings(), hops, saved.outputs(), store);
      store.restore(new ParameterStore.Snapshot(saved.weights()));
      int[] nodes = new int[hops.nodeCount()];
      Arrays.setAll(nodes, node -> node);
      Matrix logits = Judge.logits(model, hops, nodes, saved.outputs(), engine);
      Predictions predictions = Predictor.of(logits, saved.temperature());
      engine.pool().give(logits);
      return predictions;
    }
  }

  @SuppressWarnings("unchecked")
  private static <S extends Record, I> HopBackbone<S> hopBackbone(
      SavedModel saved, SavedModel.Bound<S, I> bound) {
    Require.that(
        bound.backbone() instanceof HopBackbone,
        "%s needs more of the graph than a node's own hops",
        saved.backbone());
    return (HopBackbone<S>) bound.backbone();
  }
}
