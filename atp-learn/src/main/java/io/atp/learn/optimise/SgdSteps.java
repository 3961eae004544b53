package io.atp.learn.optimise;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/// See [OptimiserConfig.Sgd].
final class SgdSteps implements Optimiser {
  private final double momentum;
  private final Arena arena = Arena.ofShared();
  private final List<Velocity> all = new ArrayList<>();
  private long steps;

  private record Velocity(ParameterGroup group, Parameter parameter, Matrix velocity) {}

  SgdSteps(List<ParameterGroup> groups, double momentum) {
    this.momentum = momentum;
    for (ParameterGroup group : groups) {
      for (Parameter parameter : group.parameters()) {
        Matrix value = parameter.value();
        all.add(new Velocity(group, parameter, Matrix.zeros(value.rows(), value.columns(), arena)));
      }
    }
  }

  @Override
  public double step(DoubleSupplier loss, double rateFactor) {
    double before = loss.getAsDouble();
    steps++;
    RowKernels kernels = Kernels.active();
    for (Velocity each : all) {
      Matrix value = each.parameter().value();
      Matrix velocity = each.velocity();
      int length = Math.toIntExact(value.size());
      kernels.scaled(velocity.data(), 0, velocity.data(), 0, length, (float) momentum);
      kernels.addScaled(velocity.data(), 0, each.parameter().gradient().data(), 0, length, 1);
      kernels.addScaled(
          velocity.data(), 0, value.data(), 0, length, (float) each.group().weightDecay());
      kernels.addScaled(
          value.data(),
          0,
          velocity.data(),
          0,
          length,
          (float) -(each.group().learningRate() * rateFactor));
    }
    return before;
  }

  @Override
  public Map<String, Matrix> state() {
    Map<String, Matrix> state = new LinkedHashMap<>();
    for (Velocity each : all) {
      state.put("b." + each.parameter().name(), each.velocity());
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
