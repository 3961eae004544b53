package io.atp.learn.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.GradientCheck;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for every dense op alike.
class EveryOpTest {
  static Stream<OpCase> few() {
    return OpCase.all(5);
  }

  /// Three ranges or more of any loop: two partial sums give the same bits in either order.
  static Stream<OpCase> many() {
    return OpCase.all(33_000);
  }

  @ParameterizedTest
  @MethodSource("few")
  void theGradientIsThatOfDifferences(OpCase op) {
    GradientCheck.check(2e-3, op.computation(), op.inputs());
  }

  @ParameterizedTest
  @MethodSource("few")
  void aSecondContributionIsAddedToTheFirst(OpCase op) {
    List<Matrix> inputs = inputs(op);
    List<float[]> alone = pass(2, op, inputs, false).gradients();
    List<float[]> both = pass(2, op, inputs, true).gradients();
    for (int n = 0; n < alone.size(); n++) {
      int columns = inputs.get(n).columns();
      for (int i = 0; i < alone.get(n).length; i++) {
        assertThat(both.get(n)[i])
            .isCloseTo(alone.get(n)[i] + ProbeLoss.weight(i / columns, i % columns), within(1e-5f));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("many")
  void anyNumberOfThreadsGivesTheSameBytes(OpCase op) {
    List<Matrix> inputs = inputs(op);
    Pass one = pass(1, op, inputs, false);
    for (int threads : new int[] {2, 7}) {
      Pass several = pass(threads, op, inputs, false);
      assertThat(several.value()).isEqualTo(one.value());
      for (int n = 0; n < one.gradients().size(); n++) {
        assertThat(several.gradients().get(n))
            .as("gradient of input %d on %d threads", n, threads)
            .isEqualTo(one.gradients().get(n));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("few")
  void thePoolStopsGrowingAfterTheFirstPass(OpCase op) {
    List<Matrix> inputs = inputs(op);
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work)) {
      pass(engine, op, inputs, true);
      long bytes = engine.pool().allocatedBytes();
      for (int again = 0; again < 3; again++) {
        pass(engine, op, inputs, true);
      }
      assertThat(engine.pool().allocatedBytes()).isEqualTo(bytes);
    }
  }

  private record Pass(float[] value, List<float[]> gradients) {}

  private static List<Matrix> inputs(OpCase op) {
    return Stream.of(op.inputs()).map(OpCase::matrix).toList();
  }

  private static Pass pass(int threads, OpCase op, List<Matrix> inputs, boolean usedTwice) {
    try (Workspace work = Workspace.open(threads);
        Engine engine = Engine.on(work)) {
      return pass(engine, op, inputs, usedTwice);
    }
  }

  /// @param usedTwice whether each input also reaches the loss directly. That use comes last, so
  ///   that its gradient is the first to arrive.
  private static Pass pass(Engine engine, OpCase op, List<Matrix> inputs, boolean usedTwice) {
    try (Tape tape = engine.tape()) {
      List<Tensor> leaves = inputs.stream().map(tape::variable).toList();
      Tensor result = op.computation().apply(leaves);
      float[] value = floats(result.value());
      Tensor loss = ProbeLoss.of(result);
      if (usedTwice) {
        for (Tensor leaf : leaves) {
          loss = Add.of(loss, ProbeLoss.of(leaf));
        }
      }
      tape.backward(loss);
      return new Pass(value, leaves.stream().map(leaf -> floats(leaf.gradient())).toList());
    }
  }

  private static float[] floats(Matrix matrix) {
    return matrix.data().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }
}
