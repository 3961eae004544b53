package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.ClusterGcn;
import io.atp.learn.model.Model;
import io.atp.learn.model.Problem;
import io.atp.learn.model.Steps;
import io.atp.learn.model.Targets;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.sample.SubgraphWeights;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// One training step of Cluster-GCN on one of two clusters, node-wise coefficients, nothing
/// dropped: the loss, and the gradient of every parameter.
@AgainstTorch
class ClusterGcnTest {
  private static final int NODES = 24;
  private static final int WIDTH = 6;
  private static final double LAMBDA = 0.5;
  private static final int LAYERS = 3;

  private final Workspace work = Workspace.open(2);
  private final CsrGraph graph = NamedGraphs.skewed(work, NODES, 60, 5);
  private final float[][] x = uniform(NODES, WIDTH, 1);
  private final int[] classes = Numbers.below(3, NODES, 2);
  private final NodeCoefficients r =
      new NodeCoefficients(IntStream.range(0, NODES).mapToDouble(node -> node % 7 / 6.0).toArray());

  @AfterEach
  void close() {
    work.close();
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
    var features = new DenseFeatures(NODES, WIDTH, Matrix.of(x, work.arena()).data());
    var labels = new Labels(3, classes);
    var problem = new Problem(PropagationOperator.of(graph, r), r, features, labels);
    try (var store = new ParameterStore(4)) {
      ClusterGcn.Inputs inputs = backbone.prepare(settings, problem, work);
      Model<ClusterGcn.Inputs> model = backbone.create(settings, inputs, 3, store);
      ModelOracle.disturb(store);
      int[] nodes = inputs.clusters().members(2)[1];
      int[] trained = {0, 3, nodes.length - 1};
      int[] trainNodes = Arrays.stream(trained).map(place -> nodes[place]).toArray();
      Steps steps = model.steps(inputs, trainNodes, new Targets.OneClass(labels), 0, 9);
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
    int[] wanted = Arrays.stream(trained).map(place -> classes[nodes[place]]).toArray();
    return TorchOps.crossEntropy(TorchOps.rows(h, trained), wanted).reshape(1, 1);
  }

  private float[][] rows(int[] nodes) {
    return Arrays.stream(nodes).mapToObj(node -> x[node]).toArray(float[][]::new);
  }

  /// `d̂_i^(r_i−1) · d̂_j^(−r_j)` with degrees of the part, the diagonal times 1 + λ.
  private float[][] operator(int[] nodes) {
    int n = nodes.length;
    double[] degree = new double[n];
    for (int i = 0; i < n; i++) {
      degree[i] = 1;
      for (int other : nodes) {
        degree[i] += graph.hasArc(nodes[i], other) ? 1 : 0;
      }
    }
    float[][] rows = new float[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        boolean joined = i == j || graph.hasArc(nodes[i], nodes[j]);
        double left = Math.pow(degree[i], r.of(nodes[i]) - 1);
        double right = Math.pow(degree[j], -r.of(nodes[j]));
        rows[i][j] = joined ? (float) (left * right * (i == j ? 1 + LAMBDA : 1)) : 0;
      }
    }
    return rows;
  }

  /// Plain sums over neighbours in the whole graph.
  private float[][] sums(int[] nodes) {
    List<float[]> sums = new ArrayList<>();
    for (int node : nodes) {
      float[] sum = new float[WIDTH];
      for (int other = 0; other < NODES; other++) {
        for (int c = 0; c < WIDTH && graph.hasArc(node, other); c++) {
          sum[c] += x[other][c];
        }
      }
      sums.add(sum);
    }
    return sums.toArray(float[][]::new);
  }
}
