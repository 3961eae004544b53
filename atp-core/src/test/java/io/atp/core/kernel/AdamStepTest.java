package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdamStepTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

  /// Both moments start at 0, so the corrected ratio is the sign of the gradient.
  @Test
  void theFirstStepGoesDownTheSignByTheLearningRate() {
    AdamStep step = AdamStep.of(1, 0.01, 0.9, 0.999, 0, 0, false);
    for (float gradient : new float[] {1e-6f, -3, 250}) {
      assertThat((double) once(1, gradient, step))
          .isCloseTo(1 - 0.01 * Math.signum(gradient), within(1e-7));
    }
  }

  @Test
  void decayWithoutGradientPullsTowardsZero() {
    // Plain decay goes through the moments, and is a full step; decoupled decay is a share.
    assertThat((double) once(2, 0, AdamStep.of(1, 0.01, 0.9, 0.999, 1e-8, 0.1, false)))
        .isCloseTo(2 - 0.01, within(1e-6));
    assertThat((double) once(2, 0, AdamStep.of(1, 0.01, 0.9, 0.999, 1e-8, 0.1, true)))
        .isCloseTo(2 * (1 - 0.01 * 0.1), within(1e-6));
  }

  private static float once(float parameter, float gradient, AdamStep step) {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment all = work.allocateFloats(4);
      all.setAtIndex(FLOAT, 0, parameter);
      all.setAtIndex(FLOAT, 1, gradient);
      Kernels.scalarElements().adam(all, 0, all, 4, all, 8, all, 12, 1, step);
      return all.getAtIndex(FLOAT, 0);
    }
  }

  /// Fifty steps down (p − 3)², against the corrected moments of the paper in double precision.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fiftyStepsFollowThePaper(boolean decoupled) {
    double rate = 0.05;
    double decay = 0.01;
    double p = -1;
    double m = 0;
    double v = 0;
    try (Workspace work = Workspace.open(1)) {
      MemorySegment all = work.allocateFloats(4);
      all.setAtIndex(FLOAT, 0, (float) p);
      for (int t = 1; t <= 50; t++) {
        all.setAtIndex(FLOAT, 1, 2 * (all.getAtIndex(FLOAT, 0) - 3));
        AdamStep step = AdamStep.of(t, rate, 0.9, 0.999, 1e-8, decay, decoupled);
        Kernels.scalarElements().adam(all, 0, all, 4, all, 8, all, 12, 1, step);
        double g = 2 * (p - 3) + (decoupled ? 0 : decay * p);
        p -= decoupled ? rate * decay * p : 0;
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        double corrected = v / (1 - Math.pow(0.999, t));
        p -= rate * m / (1 - Math.pow(0.9, t)) / (Math.sqrt(corrected) + 1e-8);
        assertThat((double) all.getAtIndex(FLOAT, 0)).isCloseTo(p, within(1e-5));
      }
      assertThat(p).isGreaterThan(1);
    }
  }

  @Test
  void impossibleSettingsAreRefused() {
    assertThatThrownBy(() -> AdamStep.of(0, 0.1, 0.9, 0.999, 1e-8, 0, false))
        .hasMessage("step must be at least 1, got 0");
    assertThatThrownBy(() -> AdamStep.of(1, 0.1, 1, 0.999, 1e-8, 0, false))
        .hasMessage("beta1 must lie in [0, 1), got 1.0");
    assertThatThrownBy(() -> AdamStep.of(1, -0.1, 0.9, 0.999, 1e-8, 0, false))
        .hasMessage("rate must be at least 0, got -0.1");
  }
}
