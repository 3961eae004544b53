package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.op.Sum;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which entries are dropped is random on both sides; what happens to an entry, and how often, is
/// not.
@AgainstTorch
class DropoutTest {
  private static final int ROWS = 200;
  private static final int COLUMNS = 150;
  private static final float[][] X = uniform(ROWS, COLUMNS, 1, 2);

  /// What dropout made of X, and the gradient of the sum of it.
  private record Dropped(float[] value, float[] gradient) {
    double keptShare() {
      int kept = 0;
      for (float g : gradient) {
        kept += g == 0 ? 0 : 1;
      }
      return (double) kept / gradient.length;
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8})
  void anEntryIsZeroOrDividedByTheShareThatStays(double probability) {
    Dropped torch = torch(probability, true);
    Dropped ours = ours(probability, Phase.training(5));
    for (Dropped side : new Dropped[] {torch, ours}) {
      for (int i = 0; i < ROWS * COLUMNS; i++) {
        float x = X[i / COLUMNS][i % COLUMNS];
        boolean stays = side.gradient[i] != 0;
        double factor = stays ? 1 / (1 - probability) : 0;
        assertThat(side.gradient[i]).isCloseTo((float) factor, within(1e-5f));
        assertThat(side.value[i]).isCloseTo((float) (x * factor), within(2e-5f));
      }
    }
  }

  /// 30 000 draws: four standard deviations of the share are 0.012 at most.
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8})
  void asManyStayAsInPyTorch(double probability) {
    double bound = 4 * Math.sqrt(probability * (1 - probability) / (ROWS * COLUMNS));
    assertThat(torch(probability, true).keptShare()).isCloseTo(1 - probability, within(bound));
    assertThat(ours(probability, Phase.training(5)).keptShare())
        .isCloseTo(1 - probability, within(bound));
  }

  @Test
  void judgingDropsNothing() {
    float[] torch = torch(0.5, false).value;
    assertThat(ours(0.5, Phase.judging()).value).isEqualTo(torch);
  }

  /// Dropout of a sparse factor is PyTorch's dropout of its stored values.
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8})
  void storedEntriesOfASparseFactorFollowTheSameRule(double probability) {
    int n = 400;
    int perRow = 75;
    int[] offsets = new int[n + 1];
    int[] columns = new int[n * perRow];
    float[] values = new float[n * perRow];
    for (int i = 0; i < n; i++) {
      offsets[i + 1] = (i + 1) * perRow;
      for (int k = 0; k < perRow; k++) {
        columns[i * perRow + k] = (i + 5 * k) % n;
        values[i * perRow + k] = 1;
      }
    }
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      Matrix ones = Matrix.zeros(n, 1, work.arena());
      ones.fill(1);
      Tensor sums =
          SparseMatMul.of(
              new SparseRows(offsets, columns, values, n),
              tape.constant(ones),
              SparseDropout.of(probability, Phase.training(3)));
      double total = 0;
      for (int i = 0; i < n; i++) {
        double kept = sums.value().get(i, 0) * (1 - probability);
        assertThat(kept).isCloseTo(Math.rint(kept), within(1e-3));
        total += kept;
      }
      double bound = 4 * Math.sqrt(probability * (1 - probability) / (n * perRow));
      assertThat(total / (n * perRow)).isCloseTo(1 - probability, within(bound));
    }
  }

  private static Dropped torch(double probability, boolean training) {
    try (NDManager manager = Torch.manager()) {
      NDArray x = TorchOps.array(manager, X);
      x.setRequiresGradient(true);
      NDArray y;
      try (GradientCollector collector = Torch.record()) {
        y = x.getNDArrayInternal().dropout(x, (float) probability, training).singletonOrThrow();
        collector.backward(y.sum());
      }
      return new Dropped(y.toFloatArray(), x.getGradient().toFloatArray());
    }
  }

  private static Dropped ours(double probability, Phase phase) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      Tensor x = tape.variable(Matrix.of(X, work.arena()));
      Tensor y = Dropout.of(x, probability, phase);
      float[] value = flat(y.value());
      tape.backward(Sum.of(y));
      return new Dropped(value, flat(x.gradient()));
    }
  }

  private static float[] flat(Matrix matrix) {
    float[] all = new float[ROWS * COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      System.arraycopy(matrix.row(i), 0, all, i * COLUMNS, COLUMNS);
    }
    return all;
  }
}
