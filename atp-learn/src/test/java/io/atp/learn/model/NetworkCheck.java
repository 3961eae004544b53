package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// Compares the gradient of a backbone's own loss, on the five-node graph with P̃, with central
/// differences in every weight it has.
final class NetworkCheck {
  static final Targets TARGETS = new Targets.OneClass(new Labels(2, new int[] {0, 1, 0, 1, 1}));
  private static final float STEP = 1e-3f;

  private NetworkCheck() {}

  /// @param phase made anew for each pass, so that all draw the same masks
  static <S extends Record, I> void check(
      Backbone<S, I> backbone, S settings, int[] nodes, Supplier<Phase> phase) {
    check(
        backbone,
        settings,
        phase,
        (model, inputs) -> (tape, pass) -> model.loss(tape, inputs, nodes, TARGETS, pass),
        2);
  }

  /// The first step of the first epoch, as training takes it.
  static <S extends Record, I> void checkStep(
      Backbone<S, I> backbone, S settings, int[] trainNodes, Supplier<Phase> phase) {
    checkStep(backbone, settings, trainNodes, phase, 2);
  }

  /// @param classes 2 or more, of which two occur
  static <S extends Record, I> void checkStep(
      Backbone<S, I> backbone, S settings, int[] trainNodes, Supplier<Phase> phase, int classes) {
    Targets targets = new Targets.OneClass(new Labels(classes, new int[] {0, 1, 0, 1, 1}));
    check(
        backbone,
        settings,
        phase,
        (model, inputs) -> model.steps(inputs, trainNodes, targets, 0, 11).draw(1, 0),
        classes);
  }

  private static <S extends Record, I> void check(
      Backbone<S, I> backbone,
      S settings,
      Supplier<Phase> phase,
      BiFunction<Model<I>, I, Steps.Step> asked,
      int classes) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        var store = new ParameterStore(3)) {
      I inputs = backbone.prepare(settings, SmallGraph.nodeWise(work), work);
      Model<I> model = backbone.create(settings, inputs, classes, store);
      Steps.Step step = asked.apply(model, inputs);
      store.clearGradients();
      try (Tape tape = engine.tape()) {
        tape.backward(step.loss(tape, phase.get()));
      }
      double largest = 0;
      for (Parameter parameter : store.parameters()) {
        Matrix value = parameter.value();
        for (int i = 0; i < value.rows(); i++) {
          for (int j = 0; j < value.columns(); j++) {
            float was = value.get(i, j);
            value.set(i, j, was + STEP);
            double up = loss(engine, step, phase.get());
            value.set(i, j, was - STEP);
            double down = loss(engine, step, phase.get());
            value.set(i, j, was);
            double numeric = (up - down) / (2 * STEP);
            double analytic = parameter.gradient().get(i, j);
            largest = Math.max(largest, Math.abs(analytic));
            assertThat(Math.abs(analytic - numeric))
                .as("%s (%d, %d): %s, by differences %s", parameter.name(), i, j, analytic, numeric)
                .isLessThan(2e-3 * Math.max(1, Math.abs(numeric)));
          }
        }
      }
      assertThat(largest).as("largest gradient").isGreaterThan(1e-2);
    }
  }

  private static double loss(Engine engine, Steps.Step step, Phase phase) {
    try (Tape tape = engine.tape()) {
      Tensor loss = step.loss(tape, phase);
      return loss.value().get(0, 0);
    }
  }
}
