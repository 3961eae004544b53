package io.atp.learn.optimise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class LbfgsTest {
  /// `½ Σ c_i (x_i − i)²`, curvatures from 1 to 100.
  private static DoubleSupplier bowl(Parameter x) {
    return () -> {
      double loss = 0;
      for (int i = 0; i < x.value().columns(); i++) {
        double curvature = Math.pow(100, i / (x.value().columns() - 1.0));
        double away = x.value().get(0, i) - i;
        loss += curvature * away * away / 2;
        x.gradient().set(0, i, (float) (curvature * away));
      }
      return loss;
    };
  }

  private static Parameter start(Arena arena) {
    return new Parameter("x", Matrix.zeros(1, 8, arena), Matrix.zeros(1, 8, arena));
  }

  @Test
  void aQuadraticIsSolvedInAFewSteps() {
    try (Arena arena = Arena.ofShared()) {
      Parameter x = start(arena);
      var group = new ParameterGroup("all", List.of(x), 1, 0);
      try (Optimiser optimiser = new OptimiserConfig.Lbfgs().over(List.of(group))) {
        for (int step = 0; step < 3; step++) {
          optimiser.step(bowl(x), 1);
        }
      }
      for (int i = 0; i < 8; i++) {
        assertThat(x.value().get(0, i)).isCloseTo(i, within(1e-3f));
      }
    }
  }

  @Test
  void weightDecayMovesTheMinimumToItsClosedForm() {
    try (Arena arena = Arena.ofShared()) {
      Parameter x = start(arena);
      var group = new ParameterGroup("all", List.of(x), 1, 0.5);
      try (Optimiser optimiser = new OptimiserConfig.Lbfgs().over(List.of(group))) {
        for (int step = 0; step < 3; step++) {
          optimiser.step(bowl(x), 1);
        }
      }
      for (int i = 0; i < 8; i++) {
        double curvature = Math.pow(100, i / 7.0);
        float expected = (float) (curvature * i / (curvature + 0.5));
        assertThat(x.value().get(0, i)).isCloseTo(expected, within(1e-3f));
      }
    }
  }

  @Test
  void gradientsAreClippedByValueAndByNorm() {
    try (Arena arena = Arena.ofShared()) {
      Parameter x = new Parameter("x", Matrix.zeros(1, 2, arena), Matrix.zeros(1, 2, arena));
      var groups = List.of(new ParameterGroup("all", List.of(x), 1, 0));
      x.gradient().copyFrom(new float[][] {{3, -4}});
      new GradientClip.ByNorm(10).apply(groups);
      assertThat(x.gradient().row(0)).containsExactly(3, -4);
      new GradientClip.ByNorm(2.5).apply(groups);
      assertThat(x.gradient().get(0, 0)).isCloseTo(1.5f, within(1e-5f));
      assertThat(x.gradient().get(0, 1)).isCloseTo(-2f, within(1e-5f));
      new GradientClip.ByValue(1.75).apply(groups);
      assertThat(x.gradient().get(0, 1)).isEqualTo(-1.75f);
    }
  }

  @Test
  void schedulesStartAtTheirFirstFactor() {
    assertThat(new Schedule.Steps(10, 0.5).factor(9)).isEqualTo(1);
    assertThat(new Schedule.Steps(10, 0.5).factor(25)).isEqualTo(0.25);
    assertThat(new Schedule.Cosine(10).factor(0)).isEqualTo(1);
    assertThat(new Schedule.Cosine(10).factor(5)).isCloseTo(0.5, within(1e-12));
    assertThat(new Schedule.WarmUp(4).factor(0)).isEqualTo(0.25);
    assertThat(new Schedule.WarmUp(4).factor(9)).isEqualTo(1);
  }
}
