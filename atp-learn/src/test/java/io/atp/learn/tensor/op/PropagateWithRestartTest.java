package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.check;
import static io.atp.learn.tensor.GradientCheck.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
import org.junit.jupiter.api.Test;

class PropagateWithRestartTest {
  private static final float[][] X = {{1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};

  private static OperatorPair pair(Workspace work) {
    return OperatorPair.of(PropagationOperator.of(NamedGraphs.g5(work), TestVectors.R), work);
  }

  private static Tensor steps(OperatorPair pair, Tensor h, int count) {
    Tensor z = h;
    for (int step = 0; step < count; step++) {
      z = PropagateWithRestart.of(pair, z, h, 0.1, SparseDropout.NONE);
    }
    return z;
  }

  /// The specification's APPNP vectors: H = X, two steps, α = 0.1.
  @Test
  void twoStepsGiveTheSpecificationsVectors() {
    try (Workspace work = Workspace.open(2)) {
      assertSteps(
          pair(work),
          new double[][] {
            {.497661, .719198},
            {.302157, .646473},
            {1.177355, 2.133188},
            {.389094, .943164},
            {1.021761, 1.343332}
          });
      assertSteps(
          OperatorPair.of(PropagationOperator.classic(NamedGraphs.g5(work), 0.5), work),
          new double[][] {
            {.617822, .652822},
            {.517822, .752822},
            {.806866, .940707},
            {.854500, 1.074880},
            {1.060459, .720079}
          });
    }
  }

  private static void assertSteps(OperatorPair pair, double[][] expected) {
    float[][] z = Probed.of(1, x -> steps(pair, x.getFirst(), 2), X).value();
    for (int i = 0; i < 5; i++) {
      for (int c = 0; c < 2; c++) {
        assertThat((double) z[i][c]).isCloseTo(expected[i][c], within(2e-6));
      }
    }
  }

  @Test
  void bothWhatIsSpreadAndWhatComesBackReceiveTheirGradient() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = pair(work);
      check(1e-3, x -> steps(pair, x.getFirst(), 3), entries(5, 3, 1));
      check(
          1e-3,
          x -> PropagateWithRestart.of(pair, x.get(0), x.get(1), 0.3, new SparseDropout(0.5, 4)),
          entries(5, 3, 1),
          entries(5, 3, 2));
    }
  }

  @Test
  void itIsTheSumOfItsParts() {
    try (Workspace work = Workspace.open(2)) {
      OperatorPair pair =
          OperatorPair.of(
              PropagationOperator.classic(NamedGraphs.skewed(work, 300, 2000, 5), 0.3), work);
      float[][][] in = {entries(300, 45, 1), entries(300, 45, 2)};
      SparseDropout dropout = new SparseDropout(0.2, 6);
      Probed ours =
          Probed.of(2, x -> PropagateWithRestart.of(pair, x.get(0), x.get(1), 0.2, dropout), in);
      Probed parts =
          Probed.of(
              1,
              x ->
                  Add.of(
                      Scale.of(Propagate.of(pair, x.get(0), dropout), 0.8),
                      Scale.of(x.get(1), 0.2)),
              in);
      assertThat(ours.distanceTo(parts)).isLessThan(1e-6);
    }
  }

  @Test
  void droppingOnTheWayIsDroppingBefore() {
    try (Workspace work = Workspace.open(2)) {
      OperatorPair pair =
          OperatorPair.of(
              PropagationOperator.classic(NamedGraphs.skewed(work, 300, 2000, 5), 0.3), work);
      float[][][] in = {entries(300, 45, 1), entries(300, 45, 2)};
      Probed before =
          Probed.of(
              1,
              x ->
                  PropagateWithRestart.of(
                      pair,
                      Dropout.of(x.get(0), 0.4, Phase.training(3)),
                      x.get(1),
                      0.2,
                      SparseDropout.NONE),
              in);
      for (int threads : new int[] {1, 2, 7}) {
        Probed onTheWay =
            Probed.of(
                threads,
                x ->
                    PropagateWithRestart.ofDropped(
                        pair, x.get(0), x.get(1), 0.2, 0.4, Phase.training(3)),
                in);
        assertThat(onTheWay.sameBits(before)).isTrue();
      }
      Probed judged =
          Probed.of(
              1,
              x ->
                  PropagateWithRestart.ofDropped(
                      pair, x.get(0), x.get(1), 0.2, 0.4, Phase.judging()),
              in);
      Probed plain =
          Probed.of(
              1,
              x -> PropagateWithRestart.of(pair, x.get(0), x.get(1), 0.2, SparseDropout.NONE),
              in);
      assertThat(judged.sameBits(plain)).isTrue();
    }
  }

  @Test
  void aStartOfAnotherShapeIsRefused() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = pair(work);
      assertThatThrownBy(
              () ->
                  Probed.of(
                      1,
                      x ->
                          PropagateWithRestart.of(
                              pair, x.get(0), x.get(1), 0.1, SparseDropout.NONE),
                      entries(5, 2, 1),
                      entries(5, 3, 1)))
          .hasMessage("cannot restart 5 × 2 from 5 × 3");
    }
  }
}
