package io.atp.learn.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.GradientCheck;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for every dense op alike.
class EveryOpTest {
  static Stream<OpCase> few() {
    return OpCase.all(5);
  }

  /// More rows than one range of any loop.
  static Stream<OpCase> many() {
    return OpCase.all(40_000);
  }

  @ParameterizedTest
  @MethodSource("few")
  void theGradientIsThatOfDifferences(OpCase op) {
    GradientCheck.check(2e-3, op.computation(), op.inputs());
  }

  @ParameterizedTest
  @MethodSource("few")
  void aSecondContributionIsAddedToTheFirst(OpCase op) {
    List<float[][]> alone = pass(2, op, false).gradients();
    List<float[][]> both = pass(2, op, true).gradients();
    for (int n = 0; n < alone.size(); n++) {
      for (int i = 0; i < alone.get(n).length; i++) {
        for (int j = 0; j < alone.get(n)[i].length; j++) {
          assertThat(both.get(n)[i][j])
              .isCloseTo(alone.get(n)[i][j] + ProbeLoss.weight(i, j), within(1e-5f));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("many")
  void anyNumberOfThreadsGivesTheSameBytes(OpCase op) {
    Pass one = pass(1, op, false);
    for (int threads : new int[] {2, 7}) {
      Pass several = pass(threads, op, false);
      assertThat(several.value()).isDeepEqualTo(one.value());
      for (int n = 0; n < one.gradients().size(); n++) {
        assertThat(several.gradients().get(n)).isDeepEqualTo(one.gradients().get(n));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("few")
  void thePoolStopsGrowingAfterTheFirstPass(OpCase op) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work)) {
      pass(engine, op, true);
      long bytes = engine.pool().allocatedBytes();
      for (int again = 0; again < 3; again++) {
        pass(engine, op, true);
      }
      assertThat(engine.pool().allocatedBytes()).isEqualTo(bytes);
    }
  }

  private record Pass(float[][] value, List<float[][]> gradients) {}

  private static Pass pass(int threads, OpCase op, boolean usedTwice) {
    try (Workspace work = Workspace.open(threads);
        Engine engine = Engine.on(work)) {
      return pass(engine, op, usedTwice);
    }
  }

  /// @param usedTwice whether each input also reaches the loss directly. That use comes last, so
  ///   that its gradient is the first to arrive.
  private static Pass pass(Engine engine, OpCase op, boolean usedTwice) {
    try (Tape tape = engine.tape()) {
      List<Tensor> leaves = new ArrayList<>();
      for (float[][] input : op.inputs()) {
        Matrix value = OpCase.matrix(input);
        leaves.add(tape.variable(value));
      }
      Tensor result = op.computation().apply(leaves);
      float[][] value = result.value().toArray();
      Tensor loss = ProbeLoss.of(result);
      if (usedTwice) {
        for (Tensor leaf : leaves) {
          loss = Add.of(loss, ProbeLoss.of(leaf));
        }
      }
      tape.backward(loss);
      return new Pass(value, leaves.stream().map(leaf -> leaf.gradient().toArray()).toList());
    }
  }
}
