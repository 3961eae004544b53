package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.BatchNorm;
import io.atp.learn.tensor.op.RunningStatistics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a batch norm remembers of its batches.
@AgainstTorch
class BatchNormStepsTest {
  private static final int COLUMNS = 7;

  /// Batches of two rows tell the unbiased variance from the biased one by a factor of two.
  @ParameterizedTest
  @CsvSource({"2", "3", "40"})
  void runningStatisticsFollowPyTorchFromBatchToBatch(int rows) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        NDManager manager = Torch.manager()) {
      RunningStatistics running = RunningStatistics.fresh(COLUMNS, work.arena());
      NDArray mean = manager.create(new float[COLUMNS]);
      NDArray variance = mean.add(1);
      for (int step = 0; step < 25; step++) {
        float[][] batch = uniform(rows, COLUMNS, step, 1 + step % 3);
        compare(batch, running, mean, variance, Phase.training(step), engine, manager);
        String after = " after batch " + step;
        Numbers.assertSame("mean" + after, running.mean().toArray(), mean);
        Numbers.assertSame("variance" + after, running.variance().toArray(), variance);
      }
      float[][] unseen = uniform(5, COLUMNS, 99, 3);
      float[][] before = running.mean().toArray();
      compare(unseen, running, mean, variance, Phase.judging(), engine, manager);
      Numbers.assertSame("mean after judging", before, mean);
    }
  }

  private static void compare(
      float[][] batch,
      RunningStatistics running,
      NDArray mean,
      NDArray variance,
      Phase phase,
      Engine engine,
      NDManager manager) {
    float[][] scale = {Numbers.positive(COLUMNS, 1)};
    float[][] shift = uniform(1, COLUMNS, 2);
    try (Tape tape = engine.tape()) {
      Tensor y =
          BatchNorm.of(
              tape.constant(matrix(batch, tape)),
              tape.constant(matrix(scale, tape)),
              tape.constant(matrix(shift, tape)),
              running,
              phase);
      NDArray theirs =
          TorchOps.batchNorm(
              TorchOps.array(manager, batch),
              TorchOps.array(manager, scale),
              TorchOps.array(manager, shift),
              mean,
              variance,
              phase.isTraining());
      Numbers.assertSame("value", y.value().toArray(), theirs);
    }
  }

  private static Matrix matrix(float[][] rows, Tape tape) {
    Matrix matrix = tape.borrow(rows.length, COLUMNS);
    matrix.copyFrom(rows);
    return matrix;
  }
}
