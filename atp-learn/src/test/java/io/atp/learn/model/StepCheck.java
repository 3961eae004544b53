package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Compares the gradient of a drawn step's loss, on the five-node graph with P̃, with central
/// differences in every weight it has. What training remembers between steps is put back before
/// each pass.
final class StepCheck {
  private static final float STEP = 1e-3f;

  private StepCheck() {}

  /// @param phase made anew for each pass, so that all draw the same masks
  static <S extends Record, I> void check(
      Backbone<S, I> backbone, S settings, int[] nodes, Supplier<Phase> phase) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        var store = new ParameterStore(3)) {
      I inputs = backbone.prepare(settings, SmallGraph.nodeWise(work), work);
      Model<I> model = backbone.create(settings, inputs, 2, store);
      Steps.Step step = model.steps(inputs, nodes, NetworkCheck.TARGETS, 0, 11).draw(1, 0);
      check(engine, store, store.parameters(), step, phase);
    }
  }

  /// @param checked parameters in which differences are taken
  static void check(
      Engine engine,
      ParameterStore store,
      List<Parameter> checked,
      Steps.Step step,
      Supplier<Phase> phase) {
    List<Matrix> trained = store.parameters().stream().map(Parameter::value).toList();
    List<Matrix> memory = new ArrayList<>(store.values().values());
    memory.removeAll(trained);
    List<float[][]> remembered = memory.stream().map(Matrix::toArray).toList();
    Runnable reset =
        () -> {
          for (int i = 0; i < remembered.size(); i++) {
            memory.get(i).copyFrom(remembered.get(i));
          }
        };
    store.clearGradients();
    try (Tape tape = engine.tape()) {
      tape.backward(step.loss(tape, phase.get()));
    }
    double largest = 0;
    for (Parameter parameter : checked) {
      Matrix value = parameter.value();
      for (int i = 0; i < value.rows(); i++) {
        for (int j = 0; j < value.columns(); j++) {
          float was = value.get(i, j);
          value.set(i, j, was + STEP);
          double up = loss(engine, step, phase.get(), reset);
          value.set(i, j, was - STEP);
          double down = loss(engine, step, phase.get(), reset);
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

  private static double loss(Engine engine, Steps.Step step, Phase phase, Runnable reset) {
    reset.run();
    try (Tape tape = engine.tape()) {
      return step.loss(tape, phase).value().get(0, 0);
    }
  }
}
