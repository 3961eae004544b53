package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.CrossEntropy;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.Propagate;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.sparse.OperatorPair;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The specification's vector V2: `Z = P̃ ReLU(P̃ X W0) W1` on its graph of five nodes, mean
/// cross-entropy of node 0 (class 0) and node 4 (class 1).
@AgainstTorch
class GcnTest {
  private static final float[][] X = {{1, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 0}};
  private static final float[][] W0 = {{1, -1}, {.5f, 1}};
  private static final float[][] W1 = {{1, 0}, {-1, 2}};
  private static final int[] JUDGED = {0, 4};
  private static final int[] CLASSES = {0, 1};

  @Test
  void lossAndGradientsOfTheSpecificationsVectorAreThoseOfPyTorch() {
    Oracle.compare(
        "V2",
        List.of(W0, W1),
        w -> loss(w.get(0), w.get(1), w.get(0).tape().constant(matrix(w.get(0)))),
        w -> torch(w.get(0), w.get(1), TorchOps.beside(w.get(0), X)));
  }

  @Test
  void theSpecificationsOwnNumbersAreThoseOfPyTorch() {
    try (NDManager manager = Torch.manager()) {
      NDArray loss =
          torch(
              TorchOps.array(manager, W0), TorchOps.array(manager, W1), TorchOps.array(manager, X));
      Numbers.assertSame("loss", new float[][] {{.759517f}}, loss, 1e-6);
    }
  }

  /// Gradients of the features too, with weights of other shapes.
  @Test
  void gradientsReachTheFeatures() {
    Oracle.compare(
        "GCN",
        List.of(uniform(2, 6, 1), uniform(6, 2, 2), uniform(5, 2, 3)),
        w -> loss(w.get(0), w.get(1), w.get(2)),
        w -> torch(w.get(0), w.get(1), w.get(2)));
  }

  private static Matrix matrix(Tensor beside) {
    return Matrix.of(X, beside.tape().engine().workspace().arena());
  }

  private static Tensor loss(Tensor w0, Tensor w1, Tensor x) {
    Workspace work = w0.tape().engine().workspace();
    OperatorPair operator =
        OperatorPair.of(PropagationOperator.of(NamedGraphs.g5(work), TestVectors.R), work);
    Tensor hidden = Relu.of(Propagate.of(operator, MatMul.of(x, w0)));
    Tensor logits = Propagate.of(operator, MatMul.of(hidden, w1));
    return CrossEntropy.of(GatherRows.of(logits, JUDGED), CLASSES);
  }

  private static NDArray torch(NDArray w0, NDArray w1, NDArray x) {
    NDArray operator = TorchOps.beside(x, dense());
    NDArray hidden = TorchOps.relu(operator.matMul(x.matMul(w0)));
    NDArray logits = operator.matMul(hidden.matMul(w1));
    return TorchOps.crossEntropy(TorchOps.rows(logits, JUDGED), CLASSES);
  }

  /// `d̂_i^(r_i−1) · Â_ij · d̂_j^(−r_j)`, written out.
  private static float[][] dense() {
    double[] degree = {3, 3, 4, 3, 2};
    int[][] edges = {
      {0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}
    };
    float[][] all = new float[5][5];
    for (int[] edge : edges) {
      for (int[] arc : new int[][] {edge, {edge[1], edge[0]}}) {
        double left = Math.pow(degree[arc[0]], TestVectors.R.of(arc[0]) - 1);
        double right = Math.pow(degree[arc[1]], -TestVectors.R.of(arc[1]));
        all[arc[0]][arc[1]] = (float) (left * right);
      }
    }
    return all;
  }
}
