package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.op.OpValues.m;
import static io.atp.learn.tensor.op.OpValues.r;
import static io.atp.learn.tensor.op.OpValues.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class DropoutTest {
  private static final int ROWS = 2000;
  private static final int COLUMNS = 17;

  private static float[][] dropped(double probability, Phase phase) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      return Dropout.of(tape.constant(ones()), probability, phase).value().toArray();
    }
  }

  private static Matrix ones() {
    Matrix ones = Matrix.zeros(ROWS, COLUMNS, Arena.ofAuto());
    ones.fill(1);
    return ones;
  }

  private static double keptShare(float[][] values) {
    int kept = 0;
    for (float[] row : values) {
      for (float value : row) {
        kept += value != 0 ? 1 : 0;
      }
    }
    return (double) kept / (ROWS * COLUMNS);
  }

  @Test
  void theShareKeptIsOneLessTheProbability() {
    for (double probability : new double[] {0.1, 0.5, 0.9}) {
      double spread = Math.sqrt(probability * (1 - probability) / (ROWS * COLUMNS));
      assertThat(keptShare(dropped(probability, Phase.training(1))))
          .isCloseTo(1 - probability, within(4 * spread));
    }
  }

  @Test
  void whatIsKeptGrowsByOneOverTheShareKept() {
    for (float[] row : dropped(0.2, Phase.training(2))) {
      for (float value : row) {
        assertThat(value == 0 || value == 1.25f).isTrue();
      }
    }
  }

  @Test
  void theWayBackUsesTheSameMask() {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      Tensor x = tape.variable(ones());
      Tensor y = Dropout.of(x, 0.5, Phase.training(3));
      float[][] mask = y.value().toArray();
      tape.backward(Sum.of(y));
      assertThat(x.gradient().toArray()).isDeepEqualTo(mask);
    }
  }

  @Test
  void anotherSeedOrAnotherDrawIsAnotherMask() {
    Phase phase = Phase.training(4);
    float[][] first = dropped(0.5, phase);
    float[][] second = dropped(0.5, phase);
    float[][] again = dropped(0.5, Phase.training(4));
    float[][] other = dropped(0.5, Phase.training(5));
    assertThat(again).isDeepEqualTo(first);
    assertThat(agreement(first, second)).isCloseTo(0.5, within(0.02));
    assertThat(agreement(first, other)).isCloseTo(0.5, within(0.02));
  }

  private static double agreement(float[][] a, float[][] b) {
    int same = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        same += a[i][j] == b[i][j] ? 1 : 0;
      }
    }
    return (double) same / (ROWS * COLUMNS);
  }

  @Test
  void judgingAndProbabilityZeroGiveTheInputItself() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      Tensor x = tape.variable(OpCase.matrix(r(1, 2)));
      assertThat(Dropout.of(x, 0.5, Phase.judging())).isSameAs(x);
      assertThat(Dropout.of(x, 0, Phase.training(6))).isSameAs(x);
    }
  }

  @Test
  void droppingEverythingIsRefused() {
    refused(
        "a dropout probability lies in [0, 1), got 1.0",
        t -> Dropout.of(t.get(0), 1, Phase.judging()),
        m(r(1)));
  }
}
