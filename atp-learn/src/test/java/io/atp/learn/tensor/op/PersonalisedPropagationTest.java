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
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One op for K steps of a personalised walk, against the same steps written out.
class PersonalisedPropagationTest {
  private static final float[][] H = GradientCheck.entries(5, 3, 1);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  void anyNumberOfStepsIsThoseStepsWrittenOut(int steps) {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = pair(work);
      Probed fused =
          Probed.of(
              2,
              t ->
                  PersonalisedPropagation.of(
                      pair, t.getFirst(), 0.2, steps, 0.4, Phase.training(9)),
              H);
      Probed twin = Probed.of(2, writtenOut(pair, steps), H);
      assertClose(fused.value(), twin.value());
      assertClose(fused.gradients().getFirst(), twin.gradients().getFirst());
    }
  }

  private static Function<List<Tensor>, Tensor> writtenOut(OperatorPair pair, int steps) {
    return inputs -> {
      Tensor h = inputs.getFirst();
      Phase phase = Phase.training(9);
      Tensor z = h;
      for (int step = 0; step < steps; step++) {
        Tensor walked = Propagate.of(pair, z, SparseDropout.of(0.4, phase));
        z = Add.of(Scale.of(walked, 0.8), Scale.of(h, 0.2));
      }
      return Scale.of(z, 1);
    };
  }

  @Test
  void gradientsOfBothOpsAreThoseOfDifferences() {
    try (Workspace work = Workspace.open(1)) {
      OperatorPair pair = pair(work);
      PropagationOperator operator = operator(work);
      GradientCheck.check(
          1e-3, t -> PersonalisedPropagation.of(pair, t.getFirst(), 0.2, 4, 0, Phase.judging()), H);
      GradientCheck.check(
          1e-3,
          t -> PersonalisedSolve.of(operator, operator.transpose(work), t.getFirst(), 0.2),
          H);
    }
  }

  private static PropagationOperator operator(Workspace work) {
    return PropagationOperator.of(NamedGraphs.g5(work), TestVectors.R);
  }

  private static OperatorPair pair(Workspace work) {
    return OperatorPair.of(operator(work), work);
  }

  private static void assertClose(float[][] actual, float[][] expected) {
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        assertThat(actual[i][j]).isCloseTo(expected[i][j], within(1e-6f));
      }
    }
  }
}
