package io.atp.learn.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.GradientCheck;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.WeightedWalk.HopWeight;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One op for a weighted sum of hops, against the same hops written out.
class WeightedWalkTest {
  private static final float[][] H = GradientCheck.entries(5, 3, 1);

  /// Node i stops after i hops.
  private static final HopWeight WEIGHTS = (hop, row) -> hop <= row ? 0.5 + hop * 0.25 : 0;

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 0", "5, 0", "1, 0.3", "4, 0.3"})
  void anyNumberOfHopsIsThoseHopsWrittenOut(int hops, double lazyShare) {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = pair(work);
      Probed fused =
          Probed.of(
              2,
              t ->
                  WeightedWalk.of(
                      pair, t.getFirst(), hops, WEIGHTS, lazyShare, 0.4, Phase.training(9)),
              H);
      Probed twin = Probed.of(2, writtenOut(pair, hops, lazyShare), H);
      assertClose(fused.value(), twin.value());
      assertClose(fused.gradients().getFirst(), twin.gradients().getFirst());
    }
  }

  private static Function<List<Tensor>, Tensor> writtenOut(
      OperatorPair pair, int hops, double lazyShare) {
    return inputs -> {
      Phase phase = Phase.training(9);
      Tensor y = inputs.getFirst();
      Tensor z = ScaleRows.of(y, factors(0));
      for (int hop = 1; hop <= hops; hop++) {
        Tensor walked = Propagate.of(pair, y, SparseDropout.of(0.4, phase));
        y = Add.of(Scale.of(walked, 1 - lazyShare), Scale.of(y, lazyShare));
        z = Add.of(z, ScaleRows.of(y, factors(hop)));
      }
      return z;
    };
  }

  private static float[] factors(int hop) {
    float[] factors = new float[H.length];
    for (int row = 0; row < factors.length; row++) {
      factors[row] = (float) WEIGHTS.of(hop, row);
    }
    return factors;
  }

  @Test
  void gradientsAreThoseOfDifferences() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = pair(work);
      for (double lazyShare : new double[] {0, 0.3}) {
        GradientCheck.check(
            1e-3,
            t -> WeightedWalk.of(pair, t.getFirst(), 4, WEIGHTS, lazyShare, 0, Phase.judging()),
            H);
      }
    }
  }

  private static OperatorPair pair(Workspace work) {
    return OperatorPair.of(PropagationOperator.of(NamedGraphs.g5(work), TestVectors.R), work);
  }

  private static void assertClose(float[][] actual, float[][] expected) {
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        assertThat(actual[i][j]).isCloseTo(expected[i][j], within(1e-6f));
      }
    }
  }
}
