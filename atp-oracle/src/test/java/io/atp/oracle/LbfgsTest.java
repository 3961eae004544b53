package io.atp.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.Optimiser;
import io.atp.learn.optimise.OptimiserConfig;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// L-BFGS beside [TextbookLbfgs], which asks PyTorch for gradients in double.
@AgainstTorch
class LbfgsTest {
  private static final int HISTORY = 10;
  private static final int WEIGHTS = Regression.INPUTS * Regression.OUTPUTS;
  private static final int SIZE = WEIGHTS + Regression.OUTPUTS;

  /// A rate of 0.02 shrinks the distance to the minimum by about 2 % per iteration, so a hundred of
  /// them end far from it. Next to the minimum changes of a float32 gradient are noise, and no two
  /// float32 runs agree. Nor do they in the flat directions of a softmax without decay: rounding
  /// its gradients to float32 moves the textbook's own hundredth iterate by 3e-3, and its fortieth
  /// by 5e-7, so there the comparison ends at the fortieth. With small steps the pairs are all but
  /// parallel; larger ones tell them apart.
  @ParameterizedTest
  @CsvSource({
    "LEAST_SQUARES, 10, 0.02, 0, 100, 1",
    "LEAST_SQUARES, 10, 0.02, 0.05, 100, 1",
    "LEAST_SQUARES, 10, 0.02, 0, 5, 20",
    "LEAST_SQUARES, 3, 0.3, 0, 10, 1",
    "LEAST_SQUARES, 2, 0.3, 0, 4, 3",
    "LEAST_SQUARES, 10, 1, 0.05, 5, 1",
    "LOGISTIC, 10, 0.02, 0, 40, 1",
    "LOGISTIC, 10, 0.02, 0.05, 100, 1",
    "LOGISTIC, 10, 0.02, 0.05, 4, 25",
    "LOGISTIC, 3, 0.3, 0.05, 9, 1",
    "LOGISTIC, 10, 1, 0.05, 5, 1",
    "LOGISTIC, 10, 1, 0, 5, 1"
  })
  void everyIterationFollowsTheTextbook(
      Regression problem, int history, double rate, double decay, int iterations, int steps) {
    try (NDManager manager = Torch.manager()) {
      Run run = new Run(problem, decay, manager);
      double[] ours =
          ours(problem, new OptimiserConfig.Lbfgs(history, iterations), rate, decay, steps);
      var textbook = new TextbookLbfgs(history, rate, start(), run::gradient);
      for (int i = 0; i < iterations * steps; i++) {
        textbook.iterate();
      }
      assertThat(run.largestGradient(textbook.x())).isGreaterThan(1e-3);
      assertClose(ours, textbook.x(), 1e-5);
    }
  }

  /// Minimum of `mean (XW + b − Y)² + λ/2 ‖(W, b)‖²`: where PyTorch's gradient vanishes, found by
  /// the normal equations.
  @ParameterizedTest
  @CsvSource({"0", "0.05"})
  void theMinimumOfAQuadraticIsReached(double decay) {
    double[] ours =
        ours(Regression.LEAST_SQUARES, new OptimiserConfig.Lbfgs(HISTORY, 100), 1, decay, 1);
    double[] minimum = RidgeMinimum.of(Regression.X, Regression.Y, decay);
    assertClose(ours, minimum, 1e-4);
    try (NDManager manager = Torch.manager()) {
      Run run = new Run(Regression.LEAST_SQUARES, decay, manager);
      assertThat(run.largestGradient(minimum)).isLessThan(1e-6);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneIterationIsAStepDownTheGradient(Regression problem) {
    try (NDManager manager = Torch.manager()) {
      double[] start = start();
      double[] gradient = new Run(problem, 0, manager).gradient(start);
      double sum = 0;
      for (double g : gradient) {
        sum += Math.abs(g);
      }
      double[] ours = ours(problem, new OptimiserConfig.Lbfgs(HISTORY, 1), 0.5, 0, 1);
      for (int i = 0; i < SIZE; i++) {
        double expected = start[i] - 0.5 * Math.min(1, 1 / sum) * gradient[i];
        assertThat(ours[i]).isCloseTo(expected, within(1e-6));
      }
    }
  }

  /// PyTorch stops a step after `⌊5/4 · iterations⌋` evaluations, so that two iterations are cut to
  /// one and three to two.
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "4, 4", "20, 20"})
  void aStepHasPyTorchsLimitOfEvaluations(int iterations, int taken) {
    try (NDManager manager = Torch.manager()) {
      Run run = new Run(Regression.LEAST_SQUARES, 0, manager);
      var textbook = new TextbookLbfgs(HISTORY, 0.1, start(), run::gradient);
      for (int i = 0; i < taken; i++) {
        textbook.iterate();
      }
      var config = new OptimiserConfig.Lbfgs(HISTORY, iterations);
      assertClose(ours(Regression.LEAST_SQUARES, config, 0.1, 0, 1), textbook.x(), 1e-5);
    }
  }

  private static double[] start() {
    try (ParameterStore store = new ParameterStore(7)) {
      return flat(Regression.linear(store));
    }
  }

  private static double[] ours(
      Regression problem, OptimiserConfig config, double rate, double decay, int steps) {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        ParameterStore store = new ParameterStore(7)) {
      Linear linear = Regression.linear(store);
      var group = new ParameterGroup("all", linear.parameters(), rate, decay);
      try (Optimiser optimiser = config.over(List.of(group))) {
        for (int step = 0; step < steps; step++) {
          optimiser.step(() -> problem.loss(linear, store, engine), 1);
        }
      }
      return flat(linear);
    }
  }

  private static double[] flat(Linear linear) {
    List<Double> all = new ArrayList<>();
    for (Parameter parameter : linear.parameters()) {
      for (float[] row : parameter.value().toArray()) {
        for (float value : row) {
          all.add((double) value);
        }
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static void assertClose(double[] ours, double[] expected, double tolerance) {
    for (int i = 0; i < SIZE; i++) {
      assertThat(ours[i])
          .as("entry %d", i)
          .isCloseTo(expected[i], within(tolerance * Math.max(1, Math.abs(expected[i]))));
    }
  }

  /// Gradients of `loss + λ/2 ‖(W, b)‖²` by PyTorch, in double.
  private record Run(Regression problem, double decay, NDManager manager) {
    double[] gradient(double[] at) {
      NDArray x = TorchOps.array(manager, Regression.X).toType(DataType.FLOAT64, false);
      NDArray y = TorchOps.array(manager, Regression.Y).toType(DataType.FLOAT64, false);
      NDArray p = manager.create(at, new Shape(SIZE));
      p.setRequiresGradient(true);
      try (GradientCollector collector = Torch.record()) {
        NDArray weight = p.get(":{}", WEIGHTS).reshape(Regression.INPUTS, Regression.OUTPUTS);
        NDArray bias = p.get("{}:", WEIGHTS).reshape(1, Regression.OUTPUTS);
        NDArray penalty = p.square().sum().mul(decay / 2);
        collector.backward(problem.loss(x, y, weight, bias).add(penalty));
      }
      return p.getGradient().toDoubleArray();
    }

    double largestGradient(double[] at) {
      double largest = 0;
      for (double g : gradient(at)) {
        largest = Math.max(largest, Math.abs(g));
      }
      return largest;
    }
  }
}
