package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.op.OpValues.close;
import static io.atp.learn.tensor.op.OpValues.m;
import static io.atp.learn.tensor.op.OpValues.r;
import static io.atp.learn.tensor.op.OpValues.refused;
import static io.atp.learn.tensor.op.OpValues.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

class NormsTest {
  private static final double EPSILON = 1e-5;
  private final float[][] scale = m(r(2, 1));
  private final float[][] shift = m(r(10, 0));

  private static Tensor batchNorm(List<Tensor> t, RunningStatistics running, Phase phase) {
    return BatchNorm.of(t.get(0), t.get(1), t.get(2), running, phase);
  }

  private static RunningStatistics fresh(int columns) {
    return RunningStatistics.fresh(columns, Arena.ofAuto());
  }

  @Test
  void trainingStandardisesEachColumnByTheBatch() {
    // Column 0 has mean 2 and variance 1, column 1 mean 0 and variance 9.
    double one = 1 / Math.sqrt(1 + EPSILON);
    double three = 3 / Math.sqrt(9 + EPSILON);
    close(
        value(t -> batchNorm(t, fresh(2), Phase.training(0)), m(r(1, 3), r(3, -3)), scale, shift),
        r(10 - 2 * one, three),
        r(10 + 2 * one, -three));
  }

  @Test
  void runningStatisticsFollowATenthOfTheWayWithUnbiasedVariance() {
    RunningStatistics running = fresh(2);
    value(t -> batchNorm(t, running, Phase.training(0)), m(r(1, 3), r(3, -3)), scale, shift);
    close(running.mean().toArray(), r(0.2, 0));
    close(running.variance().toArray(), r(0.9 + 0.1 * 2, 0.9 + 0.1 * 18));
  }

  @Test
  void judgingUsesRunningStatisticsAndLeavesThemAlone() {
    RunningStatistics running = fresh(2);
    running.mean().set(0, 0, 1);
    running.variance().set(0, 0, 4);
    double half = 1 / Math.sqrt(4 + EPSILON);
    close(
        value(t -> batchNorm(t, running, Phase.judging()), m(r(3, 0)), scale, shift),
        r(10 + 2 * 2 * half, 0));
    close(running.mean().toArray(), r(1, 0));
    close(running.variance().toArray(), r(4, 1));
  }

  @Test
  void aLayerNormStandardisesEachRow() {
    double three = 3 / Math.sqrt(9 + EPSILON);
    close(
        value(t -> LayerNorm.of(t.get(0), t.get(1), t.get(2)), m(r(-2, 4), r(5, 5)), scale, shift),
        r(10 - 2 * three, three),
        r(10, 0));
  }

  @Test
  void rowsBecomeUnitVectorsAndZeroStaysZero() {
    close(
        value(t -> NormaliseRows.of(t.get(0)), m(r(3, -4), r(0, 0), r(0, 1e-9))),
        r(0.6, -0.8),
        r(0, 0),
        r(0, 1));
  }

  @Test
  void aZeroRowLetsNoGradientThrough() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      Tensor x = tape.variable(OpCase.matrix(r(0, 0), r(1, 0)));
      tape.backward(Sum.of(NormaliseRows.of(x)));
      assertThat(x.gradient().row(0)).containsExactly(0, 0);
      assertThat(x.gradient().row(1)).containsExactly(0, 1);
    }
  }

  @Test
  void whatCannotBeStandardisedIsRefused() {
    refused(
        "a batch norm trains on two rows or more, got 1",
        t -> batchNorm(t, fresh(2), Phase.training(0)),
        m(r(1, 2)),
        scale,
        shift);
    refused(
        "running statistics of 3 columns met 1 × 2",
        t -> batchNorm(t, fresh(3), Phase.judging()),
        m(r(1, 2)),
        scale,
        shift);
    refused(
        "a batch norm's shift must be 1 × 2, got 1 × 1",
        t -> batchNorm(t, fresh(2), Phase.judging()),
        m(r(1, 2)),
        scale,
        m(r(1)));
    refused(
        "a layer norm's scale must be 1 × 2, got 1 × 1",
        t -> LayerNorm.of(t.get(0), t.get(2), t.get(1)),
        m(r(1, 2)),
        scale,
        m(r(1)));
  }
}
