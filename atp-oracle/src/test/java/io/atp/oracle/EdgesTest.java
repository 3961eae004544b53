package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;
import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.GradientClip;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.BatchNorm;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.op.RunningStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Gradient clips, columns without variance, and the one place where we chose otherwise than
/// PyTorch.
@AgainstTorch
class EdgesTest {
  /// PyTorch divides a row of zeros by 1e-12 and sends a gradient of 1e12 back; we send none.
  @Test
  void aRowOfZerosStaysZeroButGetsNoHugeGradient() {
    float[][] x = uniform(3, 4, 1);
    x[1] = new float[4];
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        NDManager manager = Torch.manager()) {
      NDArray theirs = TorchOps.array(manager, x);
      theirs.setRequiresGradient(true);
      NDArray value;
      try (GradientCollector collector = Torch.record()) {
        value = theirs.normalize(2, 1);
        collector.backward(Oracle.probed(value));
      }
      Tensor ours = tape.variable(Matrix.of(x, work.arena()));
      Tensor result = NormaliseRows.of(ours);
      Numbers.assertSame("value", result.value().toArray(), value);
      tape.backward(Oracle.probed(result));
      float[] gradient = theirs.getGradient().toFloatArray();
      for (int j = 0; j < 4; j++) {
        assertThat(Math.abs(gradient[4 + j])).isGreaterThan(1e9f);
        assertThat(ours.gradient().get(1, j)).isZero();
      }
      for (int row : new int[] {0, 2}) {
        NDArray theirRow = theirs.getGradient().get("{}:{}", row, row + 1);
        Numbers.assertSame("gradient", new float[][] {ours.gradient().row(row)}, theirRow);
      }
    }
  }

  /// Nothing but ε is left to divide by, and rounding is multiplied by `1/√1e-5` = 316. PyTorch
  /// computes `γ/σ · x + (β − γ/σ · μ)` and is off by up to 2e-5; ours is β to the last bit.
  @Test
  void aColumnWithoutVarianceBecomesItsShift() {
    float[][] x = {{0.5f, 1}, {0.5f, 2}, {0.5f, 4}};
    float[][] scale = {{1.3f, 0.7f}};
    float[][] shift = {{0.49f, -0.2f}};
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        NDManager manager = Torch.manager()) {
      NDArray theirs =
          TorchOps.batchNorm(
              TorchOps.array(manager, x),
              TorchOps.array(manager, scale),
              TorchOps.array(manager, shift),
              manager.create(new float[2]),
              manager.create(new float[] {1, 1}),
              true);
      Tensor ours =
          BatchNorm.of(
              tape.constant(Matrix.of(x, work.arena())),
              tape.constant(Matrix.of(scale, work.arena())),
              tape.constant(Matrix.of(shift, work.arena())),
              RunningStatistics.fresh(2, work.arena()),
              Phase.training(1));
      for (int i = 0; i < 3; i++) {
        assertThat(ours.value().get(i, 0)).isEqualTo(0.49f);
      }
      Numbers.assertSame("value", ours.value().toArray(), theirs, 1e-4);
    }
  }

  /// `clip_grad_norm_`: all gradients times `min(1, limit / (‖g‖ + 1e-6))`.
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 2, 1000})
  void clippingByNormIsPyTorchs(double limit) {
    try (NDManager manager = Torch.manager();
        ParameterStore store = new ParameterStore(1)) {
      List<Parameter> all = List.of(filled(store, "a", 5, 3), filled(store, "b", 1, 3));
      NDArray a = TorchOps.array(manager, all.get(0).gradient().toArray());
      NDArray b = TorchOps.array(manager, all.get(1).gradient().toArray());
      NDArray norm = a.square().sum().add(b.square().sum()).sqrt();
      NDArray factor = norm.add(1e-6).pow(-1).mul(limit).minimum(1);
      new GradientClip.ByNorm(limit).apply(groups(all));
      Numbers.assertSame("a", all.get(0).gradient().toArray(), a.mul(factor));
      Numbers.assertSame("b", all.get(1).gradient().toArray(), b.mul(factor));
    }
  }

  /// `clip_grad_value_`.
  @Test
  void clippingByValueIsPyTorchs() {
    try (NDManager manager = Torch.manager();
        ParameterStore store = new ParameterStore(1)) {
      Parameter p = filled(store, "a", 5, 3);
      NDArray theirs = TorchOps.array(manager, p.gradient().toArray()).clip(-0.7, 0.7);
      new GradientClip.ByValue(0.7).apply(groups(List.of(p)));
      Numbers.assertSame("a", p.gradient().toArray(), theirs);
    }
  }

  private static Parameter filled(ParameterStore store, String name, int rows, int columns) {
    Parameter parameter = store.create(name, rows, columns, new Initialiser.Constant(0));
    parameter.gradient().copyFrom(uniform(rows, columns, name.hashCode(), 2));
    return parameter;
  }

  /// One group each: a norm is taken over all groups together.
  private static List<ParameterGroup> groups(List<Parameter> parameters) {
    return parameters.stream().map(p -> new ParameterGroup(p.name(), List.of(p), 1, 0)).toList();
  }
}
