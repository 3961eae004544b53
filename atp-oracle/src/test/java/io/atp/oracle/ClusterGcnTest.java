package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import io.atp.learn.model.ClusterGcn;
import io.atp.learn.model.Model;
import io.atp.learn.model.Steps;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.sample.SubgraphWeights;
import io.atp.learn.tensor.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// One training step of Cluster-GCN on one of two clusters, node-wise coefficients, nothing
/// dropped: the loss, and the gradient of every parameter.
@AgainstTorch
class ClusterGcnTest {
  private static final double LAMBDA = 0.5;
  private static final int LAYERS = 3;

  private final DenseProblem data = DenseProblem.open();

  @AfterEach
  void close() {
    data.close();
  }

  @Test
  void aStepOnTheCodesNetworkIsThatOfPyTorch() {
    compare(true, false);
  }

  @Test
  void aStepOnTheArticlesNetworkIsThatOfPyTorch() {
    compare(false, false);
  }

  @Test
  void aStepWithSumsPrecalculatedIsThatOfPyTorch() {
    compare(true, true);
  }

  /// @param code with concatenation and norms
  private void compare(boolean code, boolean precalculate) {
    var backbone = new ClusterGcn();
    var settings =
        new ClusterGcn.Settings(
            LAYERS, 2, 1, 5, LAMBDA, code, code, precalculate, SubgraphWeights.LOCAL, 0);
    try (var store = new ParameterStore(4)) {
      ClusterGcn.Inputs inputs = backbone.prepare(settings, data.problem(), data.work());
      Model<ClusterGcn.Inputs> model =
          backbone.create(settings, inputs, DenseProblem.CLASSES, store);
      ModelOracle.disturb(store);
      int[] nodes = inputs.clusters().members(2)[1];
      int[] trained = {0, 3, nodes.length - 1};
      int[] trainNodes = Arrays.stream(trained).map(place -> nodes[place]).toArray();
      Steps steps = model.steps(inputs, trainNodes, data.targets(), 0, 9);
      ModelOracle.compare(
          store,
          store.parameters(),
          tape -> steps.draw(1, 0).loss(tape, Phase.training(1)),
          p -> torch(p, nodes, trained, code, precalculate));
    }
  }

  private NDArray torch(
      Map<String, NDArray> p, int[] nodes, int[] trained, boolean code, boolean precalculate) {
    NDArray beside = p.get("layer0.weight");
    NDArray operator = TorchOps.beside(beside, operator(nodes));
    NDArray h = TorchOps.beside(beside, rows(nodes));
    NDArray heard = precalculate ? TorchOps.beside(beside, sums(nodes)) : operator.matMul(h);
    for (int l = 0; l < LAYERS; l++) {
      NDArray weight = p.get("layer" + l + ".weight");
      h = (code ? TorchOps.concat(List.of(heard, h)) : heard).matMul(weight);
      if (l + 1 < LAYERS) {
        h =
            code
                ? TorchOps.layerNorm(
                    h, p.get("norm" + l + ".scale"), p.get("norm" + l + ".shift"), 1e-9f)
                : h;
        h = TorchOps.relu(h);
        heard = operator.matMul(h);
      }
    }
    int[] wanted = Arrays.stream(trained).map(place -> nodes[place]).toArray();
    return data.crossEntropy(TorchOps.rows(h, trained), wanted);
  }

  private float[][] rows(int[] nodes) {
    return Arrays.stream(nodes).mapToObj(node -> data.x()[node]).toArray(float[][]::new);
  }

  /// `d̂_i^(r_i−1) · d̂_j^(−r_j)` with degrees of the part, the diagonal times 1 + λ.
  private float[][] operator(int[] nodes) {
    int n = nodes.length;
    boolean[][] joined = new boolean[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        joined[i][j] = data.graph().hasArc(nodes[i], nodes[j]);
      }
    }
    double[] r = Arrays.stream(nodes).mapToDouble(data.r()::of).toArray();
    double[][] rows = DenseProblem.operator(joined, r);
    for (int i = 0; i < n; i++) {
      rows[i][i] *= 1 + LAMBDA;
    }
    return DenseProblem.floats(rows);
  }

  /// Plain sums over neighbours in the whole graph.
  private float[][] sums(int[] nodes) {
    List<float[]> sums = new ArrayList<>();
    for (int node : nodes) {
      float[] sum = new float[DenseProblem.WIDTH];
      for (int other = 0; other < DenseProblem.NODES; other++) {
        for (int c = 0; c < DenseProblem.WIDTH && data.graph().hasArc(node, other); c++) {
          sum[c] += data.x()[other][c];
        }
      }
      sums.add(sum);
    }
    return sums.toArray(float[][]::new);
  }
}
