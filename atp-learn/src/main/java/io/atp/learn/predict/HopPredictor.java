package io.atp.learn.predict;

import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.HopForm;
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
    return form(saved, bound).propagation();
  }

  /// @param hops as [#propagation] says, of any number of nodes
  public static Predictions predict(SavedModel saved, HopInputs hops, Workspace work) {
    return predict(saved, saved.bind(), hops, work);
  }

  private static <S extends Record, I> Predictions predict(
      SavedModel saved, SavedModel.Bound<S, I> bound, HopInputs hops, Workspace work) {
    I inputs = form(saved, bound).inputs().apply(hops);
    try (Engine engine = Engine.on(work);
        var store = new ParameterStore(0)) {
      Model<I> model = bound.backbone().create(bound.settings(), inputs, saved.outputs(), store);
      store.restore(new ParameterStore.Snapshot(saved.weights()));
      int[] nodes = new int[hops.nodeCount()];
      Arrays.setAll(nodes, node -> node);
      Matrix logits = Judge.logits(model, inputs, nodes, saved.outputs(), engine);
      Predictions predictions = Predictor.of(logits, saved.temperature());
      engine.pool().give(logits);
      return predictions;
    }
  }

  private static <S extends Record, I> HopForm<I> form(
      SavedModel saved, SavedModel.Bound<S, I> bound) {
    Require.that(
        saved.nodeWise().isPlain(), "the model was trained on node-wise hops, and these are plain");
    return bound
        .backbone()
        .hopForm(bound.settings())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    saved.backbone() + " needs more of the graph than a node's own hops"));
  }
}
