package io.atp.learn.optimise;

import io.atp.core.kernel.AdamStep;
import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/// See [OptimiserConfig.Adam] and [OptimiserConfig.AdamW].
final class AdamSteps implements Optimiser {
  private final double beta1;
  private final double beta2;
  private final double epsilon;
  private final boolean decoupled;
  private final Arena arena = Arena.ofShared();
  private final List<Moments> all = new ArrayList<>();
  private long steps;

  private record Moments(ParameterGroup group, Parameter parameter, Matrix first, Matrix second) {}

  AdamSteps(
      List<ParameterGroup> groups, double beta1, double beta2, double epsilon, boolean decoupled) {
    this.beta1 = beta1;
    this.beta2 = beta2;
    this.epsilon = epsilon;
    this.decoupled = decoupled;
    for (ParameterGroup group : groups) {
      for (Parameter parameter : group.parameters()) {
        int rows = parameter.value().rows();
        int columns = parameter.value().columns();
        all.add(
            new Moments(
                group,
                parameter,
                Matrix.zeros(rows, columns, arena),
                Matrix.zeros(rows, columns, arena)));
      }
    }
  }

  @Override
  public double step(DoubleSupplier loss, double rateFactor) {
    double before = loss.getAsDouble();
    steps++;
    for (Moments moments : all) {
      update(moments, rateFactor);
    }
    return before;
  }

  private void update(Moments moments, double rateFactor) {
    Matrix value = moments.parameter().value();
    AdamStep step =
        AdamStep.of(
            Math.toIntExact(steps),
            moments.group().learningRate() * rateFactor,
            beta1,
            beta2,
            epsilon,
            moments.group().weightDecay(),
            decoupled);
    Kernels.elements()
        .adam(
            value.data(),
            0,
            moments.parameter().gradient().data(),
            0,
            moments.first().data(),
            0,
            moments.second().data(),
            0,
            Math.toIntExact(value.size()),
            step);
  }

  @Override
  public Map<String, Matrix> state() {
    Map<String, Matrix> state = new LinkedHashMap<>();
    for (Moments moments : all) {
      state.put("m." + moments.parameter().name(), moments.first());
      state.put("v." + moments.parameter().name(), moments.second());
    }
    return state;
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public void resume(long taken) {
    steps = taken;
  }

  @Override
  public void close() {
    arena.close();
  }
}
