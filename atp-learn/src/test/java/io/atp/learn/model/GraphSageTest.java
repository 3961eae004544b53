package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.SageLayer;
import io.atp.learn.model.layer.SageLayer.Aggregator;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Sum;
import io.atp.learn.tensor.sparse.LoopFreePair;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GraphSageTest {
  private static final GraphSage SAGE = new GraphSage();

  private static GraphSage.Settings settings(Aggregator aggregator, String fanOuts) {
    return new GraphSage.Settings(aggregator, fanOuts, 3, 4, 0);
  }

  @Test
  void identityWeightsPutANodeBesideTheMeanOfItsNeighbours() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        var store = new ParameterStore(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      SageLayer layer = SageLayer.create(store, "layer", Aggregator.MEAN, 2, 2, 1);
      float[][] identity = {{1, 0}, {0, 1}};
      store.parameters().forEach(parameter -> parameter.value().copyFrom(identity));
      NodeFeatures x = NodeFeatures.of(TestVectors.features(work, TestVectors.X), work);
      Tensor h =
          layer.apply(
              SageLayer.States.of(x),
              LoopFreePair.of(graph, NodeCoefficients.constant(5, 0), work),
              tape);
      SmallGraph.assertRows(
          h.value(),
          new double[][] {
            {1, 0, .5, 1}, {0, 1, 1, .5}, {1, 1, 1 / 3.0, 1}, {0, 2, 1.5, .5}, {2, 0, 0, 2}
          });
    }
  }

  /// With identity weights: norms of a node's features and of its neighbours' mean.
  @Test
  void theFirstLayerTellsHowMuchNeighboursCount() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        var store = new ParameterStore(1)) {
      var settings = new GraphSage.Settings(Aggregator.MEAN, "10", 2, 4, 0);
      var inputs = SAGE.prepare(settings, SmallGraph.symmetric(work), work);
      var model = SAGE.create(settings, inputs, 2, store);
      float[][] identity = {{1, 0}, {0, 1}};
      store.values().get("layer0.self.weight").copyFrom(identity);
      store.values().get("layer0.neighbour.weight").copyFrom(identity);
      @SuppressWarnings("unchecked")
      var weighing = (LearnedWeights<GraphSage.Inputs>) model;
      double[] shares = weighing.firstLayer(inputs, engine);
      assertThat(shares[0]).isCloseTo(Math.sqrt(1.25) / (1 + Math.sqrt(1.25)), within(1e-6));
      assertThat(shares[4]).isCloseTo(0.5, within(1e-6));
    }
  }

  @ParameterizedTest
  @EnumSource(Aggregator.class)
  void gradientsOfAStepMatchDifferences(Aggregator aggregator) {
    NetworkCheck.checkStep(
        SAGE, settings(aggregator, "2-1"), new int[] {0, 2, 4}, () -> Phase.training(5));
  }

  @Test
  void gradientsOfAStepWithDropoutMatchDifferences() {
    var settings = new GraphSage.Settings(Aggregator.MEAN, "2-2", 6, 4, 0.3);
    NetworkCheck.checkStep(SAGE, settings, SmallGraph.ALL, () -> Phase.training(6));
  }

  /// With every neighbour drawn a step sees what judging sees.
  @ParameterizedTest
  @EnumSource(Aggregator.class)
  void aStepWithAllNeighboursIsTheWholeGraph(Aggregator aggregator) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        var store = new ParameterStore(2)) {
      var settings = settings(aggregator, "all-all");
      var inputs = SAGE.prepare(settings, SmallGraph.symmetric(work), work);
      var model = SAGE.create(settings, inputs, 2, store);
      int[] nodes = {3, 1, 4};
      Tensor whole = model.loss(tape, inputs, nodes, NetworkCheck.TARGETS, Phase.judging());
      Steps.Step step = model.steps(inputs, nodes, NetworkCheck.TARGETS, 0, 9).draw(1, 0);
      Tensor drawn = step.loss(tape, Phase.training(1));
      assertThat(drawn.value().get(0, 0)).isCloseTo(whole.value().get(0, 0), within(1e-6f));
    }
  }

  @Test
  void anIsolatedNodeIsTrainedOnAndAnswered() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work)) {
      CsrGraph graph = NamedGraphs.edges(work, 5, 0, 1, 1, 2);
      var problem = SmallGraph.symmetric(work, graph);
      for (Aggregator aggregator : Aggregator.values()) {
        var settings = settings(aggregator, "2-2");
        var inputs = SAGE.prepare(settings, problem, work);
        try (var fresh = new ParameterStore(5);
            Tape tape = engine.tape()) {
          var model = SAGE.create(settings, inputs, 2, fresh);
          Matrix logits = model.logits(tape, inputs, new int[] {4}, Phase.judging()).value();
          assertThat(logits.row(0)).doesNotContain(Float.NaN);
          Tensor loss =
              model
                  .steps(inputs, new int[] {4}, NetworkCheck.TARGETS, 0, 1)
                  .draw(1, 0)
                  .loss(tape, Phase.training(1));
          assertThat(loss.value().get(0, 0)).isFinite();
          tape.backward(Sum.of(loss));
        }
      }
    }
  }

  @Test
  void aBatchLargerThanTheGraphIsAllOfIt() {
    try (Workspace work = Workspace.open(1);
        var store = new ParameterStore(6)) {
      var settings = settings(Aggregator.MEAN, "2-2");
      var inputs = SAGE.prepare(settings, SmallGraph.symmetric(work), work);
      var model = SAGE.create(settings, inputs, 2, store);
      assertThat(model.steps(inputs, SmallGraph.ALL, NetworkCheck.TARGETS, 1000, 1).count(1))
          .isEqualTo(1);
    }
  }

  @Test
  void aFanOutOf0IsRefusedByTheRecipe() {
    assertThatThrownBy(() -> SAGE.recipe("cora").with(Map.of("fanOuts", "10-0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a fan-out must be at least 1, got 0 in '10-0'");
  }
}
