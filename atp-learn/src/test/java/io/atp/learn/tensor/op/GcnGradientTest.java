package io.atp.learn.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseOperand;
import io.atp.learn.tensor.sparse.SparsePair;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/// The specification's vector V2: a two-layer GCN `Z = P̃ ReLU(P̃ X W0) W1` on its graph of five
/// nodes, mean cross-entropy of node 0 (class 0) and node 4 (class 1).
class GcnGradientTest {
  private static final float[][] X = {{1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};
  private static final float[][] W0 = {{1, -1}, {.5f, 1}};
  private static final float[][] W1 = {{1, 0}, {-1, 2}};

  private record Step(double loss, float[][] dW0, float[][] dW1) {}

  @Test
  void lossAndGradientsAreThoseOfTheSpecification() {
    try (Workspace work = Workspace.open(2)) {
      Step step = step(pair(work), work);
      assertThat(step.loss).isCloseTo(.759517, within(1e-6));
      assertClose(step.dW0, new double[][] {{.092379, -.277136}, {.118832, -.356497}});
      assertClose(step.dW1, new double[][] {{.151795, -.151795}, {.026454, -.026454}});
    }
  }

  /// The test above would notice: with P̃ in place of P̃ᵀ the gradient of the first layer is
  /// another.
  @Test
  void aForgottenTransposeGivesTheWrongGradientTheSpecificationForetells() {
    try (Workspace work = Workspace.open(2)) {
      OperatorPair right = pair(work);
      SparsePair forgotten =
          new SparsePair() {
            @Override
            public SparseOperand plain() {
              return right.plain();
            }

            @Override
            public SparseOperand transposed() {
              return right.plain();
            }
          };
      Step step = step(forgotten, work);
      assertThat(step.loss).isCloseTo(.759517, within(1e-6));
      assertClose(step.dW0, new double[][] {{.009051, -.027154}, {-.119173, .357518}});
    }
  }

  private static OperatorPair pair(Workspace work) {
    return OperatorPair.of(PropagationOperator.of(NamedGraphs.g5(work), TestVectors.R), work);
  }

  private static Step step(SparsePair operator, Workspace work) {
    try (Engine engine = Engine.on(work);
        Arena arena = Arena.ofShared();
        Tape tape = engine.tape()) {
      Tensor w0 = tape.variable(Matrix.of(W0, arena));
      Tensor w1 = tape.variable(Matrix.of(W1, arena));
      Tensor x = tape.constant(Matrix.of(X, arena));
      Tensor hidden = Relu.of(SparseMatMul.of(operator, MatMul.of(x, w0)));
      Tensor logits = SparseMatMul.of(operator, MatMul.of(hidden, w1));
      Tensor loss = CrossEntropy.of(GatherRows.of(logits, new int[] {0, 4}), new int[] {0, 1});
      double value = loss.value().get(0, 0);
      tape.backward(loss);
      return new Step(value, w0.gradient().toArray(), w1.gradient().toArray());
    }
  }

  private static void assertClose(float[][] actual, double[][] expected) {
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        assertThat((double) actual[i][j]).isCloseTo(expected[i][j], within(1e-5));
      }
    }
  }
}
