package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.SampledGraph;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VrGcnTest {
  private static final int[] LABELLED = {0, 3, 4};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private static VrGcn.Settings settings(VrGcn.Control control, double dropout) {
    return new VrGcn.Settings(3, 4, 1, control, dropout, dropout);
  }

  @Test
  void gradientsOfADrawnStepAreThoseOfDifferences() {
    for (VrGcn.Control control : VrGcn.Control.values()) {
      StepCheck.check(new VrGcn(), settings(control, 0), LABELLED, Phase::judging);
      StepCheck.check(new VrGcn(), settings(control, 0.3), LABELLED, () -> Phase.training(5));
    }
  }

  /// `ReLU(M · h · w)` for all nodes.
  private static double[][] layer(PropagationOperator operator, double[][] h, float[][] w) {
    double[][] out = new double[5][w[0].length];
    for (int i : ALL) {
      for (int j : ALL) {
        for (int a = 0; a < w.length; a++) {
          for (int b = 0; b < w[a].length; b++) {
            out[i][b] += operator.entry(i, j) * h[j][a] * w[a][b];
          }
        }
      }
      for (int b = 0; b < out[i].length; b++) {
        out[i][b] = Math.max(0, out[i][b]);
      }
    }
    return out;
  }

  private static float[][] floats(double[][] rows) {
    float[][] copy = new float[rows.length][rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < copy[i].length; j++) {
        copy[i][j] = (float) rows[i][j];
      }
    }
    return copy;
  }

  @Test
  void withTheTrueStatesInMemoryTheEstimateIsExact() {
    Problem problem = SmallGraph.nodeWise(work);
    var backbone = new VrGcn();
    for (VrGcn.Control control : VrGcn.Control.values()) {
      try (var store = new ParameterStore(6)) {
        SampledGraph inputs = backbone.prepare(settings(control, 0), problem, work);
        Model<SampledGraph> model = backbone.create(settings(control, 0), inputs, 2, store);
        Steps.Step step = model.steps(inputs, LABELLED, NetworkCheck.TARGETS, 0, 4).draw(1, 0);
        double whole = whole(model, inputs);
        assertThat(Math.abs(loss(step) - whole)).as("nothing remembered").isGreaterThan(1e-3);
        double[][] first =
            layer(problem.operator(), TestVectors.X, store.values().get("layer0.weight").toArray());
        double[][] second =
            layer(problem.operator(), first, store.values().get("layer1.weight").toArray());
        store.values().get("history1").copyFrom(floats(first));
        store.values().get("history2").copyFrom(floats(second));
        assertThat(loss(step)).isCloseTo(whole, within(1e-6));
        assertThat(store.values().get("history2").row(0))
            .containsExactly(floats(second)[0], within(1e-6f));
      }
    }
  }

  private double whole(Model<SampledGraph> model, SampledGraph inputs) {
    try (Tape tape = engine.tape()) {
      return model
          .loss(tape, inputs, LABELLED, NetworkCheck.TARGETS, Phase.judging())
          .value()
          .get(0, 0);
    }
  }

  private double loss(Steps.Step step) {
    try (Tape tape = engine.tape()) {
      return step.loss(tape, Phase.training(1)).value().get(0, 0);
    }
  }

  @Test
  void whatIsRememberedIsNoPartOfTheWeights() {
    var backbone = new VrGcn();
    try (var store = new ParameterStore(6)) {
      SampledGraph inputs =
          backbone.prepare(settings(VrGcn.Control.CV, 0), SmallGraph.nodeWise(work), work);
      var model = backbone.create(settings(VrGcn.Control.CV, 0), inputs, 2, store);
      model.steps(inputs, LABELLED, NetworkCheck.TARGETS, 0, 4);
      assertThat(store.snapshot().copies()).containsKeys("history1", "history2");
      assertThat(store.weights().copies().keySet())
          .containsExactly("layer0.weight", "layer1.weight", "layer2.weight");
    }
  }
}
