package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static io.atp.learn.model.SmallGraph.assertRow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.operator.TestVectors;
import io.atp.core.push.RankBy;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Mixing the outputs of the most important nodes, against dense arithmetic.
class PprGoTest {
  private static final double[][] X = TestVectors.X;
  private static final float[][] FIRST = {{1, -1, .5f}, {.5f, 1, -1}};
  private static final float[][] SECOND = {{1, 0}, {-1, 2}, {.5f, 1}};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private static PprGo.Settings settings(double epsilon, int keep, int judgingSteps) {
    return new PprGo.Settings(0.25, epsilon, keep, true, RankBy.SCALED, 3, 2, 0, judgingSteps);
  }

  private float[][] logits(PprGo.Settings settings, Problem problem, Phase phase) {
    var backbone = new PprGo();
    PprGo.Inputs inputs = backbone.prepare(settings, problem, work);
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      Model<PprGo.Inputs> model = backbone.create(settings, inputs, 2, store);
      store.values().get("layer0.weight").copyFrom(FIRST);
      store.values().get("layer1.weight").copyFrom(SECOND);
      return model.logits(tape, inputs, ALL, phase).value().toArray();
    }
  }

  /// ReLU(X·W_1)·W_2.
  private static double[][] network() {
    double[][] h = new double[5][2];
    for (int i = 0; i < 5; i++) {
      for (int k = 0; k < 3; k++) {
        double hidden = Math.max(0, X[i][0] * FIRST[0][k] + X[i][1] * FIRST[1][k]);
        h[i][0] += hidden * SECOND[k][0];
        h[i][1] += hidden * SECOND[k][1];
      }
    }
    return h;
  }

  /// Steps of `Z ← ¾ P̃ Z + ¼ H` from H on.
  private static double[][] walk(double[][] h, int steps) {
    double[][] now = h;
    for (int step = 0; step < steps; step++) {
      double[][] next = new double[5][2];
      for (int i = 0; i < 5; i++) {
        for (int c = 0; c < 2; c++) {
          next[i][c] = 0.25 * h[i][c];
          for (int j = 0; j < 5; j++) {
            next[i][c] += 0.75 * TestVectors.P_TILDE[i][j] * now[j][c];
          }
        }
      }
      now = next;
    }
    return now;
  }

  /// P̃ is given to six decimals.
  private static void assertClose(float[][] actual, double[][] expected) {
    for (int i = 0; i < 5; i++) {
      for (int c = 0; c < 2; c++) {
        assertThat((double) actual[i][c]).isCloseTo(expected[i][c], within(5e-5));
      }
    }
  }

  @Test
  void trainingRowsOfAFinePushMixTheNetworkByPersonalisedPageRank() {
    float[][] mixed = logits(settings(1e-9, 5, 2), SmallGraph.nodeWise(work), Phase.training(1));
    assertClose(mixed, walk(network(), 200));
  }

  @Test
  void judgingTakesItsStepsFromTheNetworksOwnOutput() {
    float[][] judged = logits(settings(1e-4, 2, 2), SmallGraph.nodeWise(work), Phase.judging());
    assertClose(judged, walk(network(), 2));
  }

  @Test
  void sparseFeaturesGiveWhatDenseOnesDo() {
    Problem dense = SmallGraph.nodeWise(work);
    Problem sparse =
        new Problem(
            dense.operator(), dense.coefficients(), SmallGraph.sparse(work, X), dense.known());
    for (Phase phase : new Phase[] {Phase.training(1), Phase.judging()}) {
      float[][] expected = logits(settings(1e-3, 3, 2), dense, phase);
      float[][] actual = logits(settings(1e-3, 3, 2), sparse, phase);
      for (int node : ALL) {
        assertRow(actual[node], expected[node][0], expected[node][1]);
      }
    }
  }

  @Test
  void rowsAskedForTwiceAndOutOfOrderAreTheirNodes() {
    PprGo.Inputs inputs =
        new PprGo().prepare(settings(1e-3, 3, 0), SmallGraph.nodeWise(work), work);
    inputs.rows().of(new int[] {3});
    var batch = inputs.rows().of(new int[] {4, 3, 4});
    var single = inputs.rows().of(new int[] {4});
    int length = single.columns().length;
    assertThat(Arrays.copyOf(batch.columns(), length)).isEqualTo(single.columns());
    assertThat(Arrays.copyOfRange(batch.weights(), batch.offsets()[2], batch.offsets()[3]))
        .isEqualTo(single.weights());
  }

  @Test
  void gradientsAreThoseOfDifferences() {
    var settings = new PprGo.Settings(0.25, 1e-3, 3, true, RankBy.SCALED, 16, 2, 0.3, 2);
    NetworkCheck.check(new PprGo(), settings, new int[] {0, 3, 4}, () -> Phase.training(2));
    NetworkCheck.check(new PprGo(), settings, new int[] {0, 3, 4}, Phase::judging);
  }
}
