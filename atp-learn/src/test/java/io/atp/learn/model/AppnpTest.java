package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static io.atp.learn.model.SmallGraph.assertRows;

import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Predict, then propagate, on the five-node graph.
class AppnpTest {
  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  /// With the identity for an MLP, H = X.
  private void assertSpread(Appnp backbone, Problem problem, double[][] expected) {
    var settings = new Appnp.Settings(2, 0.1, 2, 1, 0.5, 0);
    Appnp.Inputs inputs = backbone.prepare(settings, problem, work);
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      Model<Appnp.Inputs> model = backbone.create(settings, inputs, 2, store);
      store.values().get("layer0.weight").copyFrom(new float[][] {{1, 0}, {0, 1}});
      assertRows(model.logits(tape, inputs, ALL, Phase.judging()).value(), expected);
    }
  }

  @Test
  void twoStepsGiveTheVectorsOfTheSpecification() {
    assertSpread(
        Appnp.iterated(),
        SmallGraph.symmetric(work),
        new double[][] {
          {.617822, .652822},
          {.517822, .752822},
          {.806866, .940707},
          {.854500, 1.074880},
          {1.060459, .720079}
        });
    assertSpread(
        Appnp.iterated(),
        SmallGraph.nodeWise(work),
        new double[][] {
          {.497661, .719198},
          {.302157, .646473},
          {1.177355, 2.133188},
          {.389094, .943164},
          {1.021761, 1.343332}
        });
  }

  @Test
  void theExactSolutionIsThatOfTheSpecification() {
    assertSpread(
        Appnp.exact(),
        SmallGraph.symmetric(work),
        new double[][] {
          {.717358, .702645},
          {.617358, .802645},
          {.835015, .966323},
          {.771214, .992328},
          {.878840, .662917}
        });
    assertSpread(
        Appnp.exact(),
        SmallGraph.nodeWise(work),
        new double[][] {
          {.577677, .848196},
          {.362956, .744489},
          {1.239924, 2.307831},
          {.347292, .820792},
          {.841515, 1.129420}
        });
  }

  @Test
  void gradientsAreThoseOfDifferencesThroughEitherWalk() {
    int[] labelled = {0, 3, 4};
    var settings = new Appnp.Settings(3, 0.2, 16, 2, 0.3, 0.4);
    NetworkCheck.check(Appnp.iterated(), settings, labelled, Phase::judging);
    NetworkCheck.check(Appnp.iterated(), settings, labelled, () -> Phase.training(5));
    NetworkCheck.check(
        Appnp.exact(), new Appnp.Settings(0, 0.2, 16, 2, 0, 0), labelled, Phase::judging);
  }

  @Test
  void sparseFeaturesGiveWhatDenseOnesDo() {
    var settings = new Appnp.Settings(2, 0.1, 4, 2, 0, 0);
    Problem dense = SmallGraph.nodeWise(work);
    Problem sparse =
        new Problem(
            dense.operator(),
            dense.coefficients(),
            SmallGraph.sparse(work, TestVectors.X),
            dense.known());
    float[][] expected = logits(settings, dense);
    float[][] actual = logits(settings, sparse);
    for (int node : ALL) {
      SmallGraph.assertRow(actual[node], expected[node][0], expected[node][1]);
    }
  }

  private float[][] logits(Appnp.Settings settings, Problem problem) {
    Appnp backbone = Appnp.iterated();
    Appnp.Inputs inputs = backbone.prepare(settings, problem, work);
    try (var store = new ParameterStore(4);
        Tape tape = engine.tape()) {
      Model<Appnp.Inputs> model = backbone.create(settings, inputs, 2, store);
      return model.logits(tape, inputs, ALL, Phase.judging()).value().toArray();
    }
  }
}
