package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.GraphSage;
import io.atp.learn.model.GraphSaint;
import io.atp.learn.model.Model;
import io.atp.learn.model.Problem;
import io.atp.learn.model.Shadow;
import io.atp.learn.model.Steps;
import io.atp.learn.model.Targets;
import io.atp.learn.model.layer.EgoLayer;
import io.atp.learn.model.layer.EgoReadout;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.SageLayer.Aggregator;
import io.atp.learn.sample.SaintSampler;
import io.atp.learn.sample.Scope;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// One step of the sampling backbones on the graph of five nodes, drawn as training draws it: the
/// loss, and the gradient of every parameter. Nothing is dropped.
@AgainstTorch
class SamplingStepsTest {
  private static final int CLASSES = 3;
  private static final int WIDTH = 4;
  private static final int[] LABELS = {0, 2, 1, 0, 2};
  private static final int[] TRAINED = {4, 0, 2};
  private static final int[][] NEIGHBOURS = {{1, 2}, {0, 2}, {0, 1, 3}, {2, 4}, {3}};

  @Test
  void graphSageBesideTheMeanOfAllNeighbours() {
    var settings = new GraphSage.Settings(Aggregator.MEAN, "all-all", 3, 1, 0);
    compare(new GraphSage(), settings, p -> sage(p, operator(0, false)));
  }

  @Test
  void graphSageWithTheGcnAggregator() {
    var settings = new GraphSage.Settings(Aggregator.GCN, "all-all", 3, 1, 0);
    compare(new GraphSage(), settings, p -> sageGcn(p, operator(0, true)));
  }

  /// Walks so many that every subgraph is the graph: no factor is left.
  @Test
  void graphSaintWithLayersOfOrderOneAndZero() {
    var sampler = new SaintSampler.Walk(100, 3);
    for (boolean loops : new boolean[] {false, true}) {
      var settings = new GraphSaint.Settings(sampler, 1, "1-0", 5, 0, loops);
      compare(new GraphSaint(), settings, p -> saint(p, operator(Double.NaN, loops)));
    }
  }

  @Test
  void shadowOnTheThreeNodesAroundEachTarget() {
    shadow(EgoLayer.Kind.GCN, 5, SamplingStepsTest::gcnLayer);
  }

  @Test
  void shadowWithAttentionInside() {
    shadow(EgoLayer.Kind.GAT, 8, SamplingStepsTest::gatLayer);
  }

  private static void shadow(EgoLayer.Kind inner, int hidden, TorchLayer layer) {
    var settings =
        new Shadow.Settings(
            inner,
            new Scope.Ppr(3, 1e-3, 0),
            true,
            2,
            hidden,
            EgoLayer.Activation.ELU,
            EgoReadout.Residue.LAST,
            EgoReadout.Pooling.CENTRE,
            0,
            0);
    // The best scores of each target, and their distances from it.
    int[][] nodes = {{4, 3, 2}, {0, 2, 1}, {2, 0, 1}};
    int[][] hops = {{1, 2, 3}, {1, 2, 2}, {1, 2, 2}};
    compare(new Shadow(), settings, p -> shadow(p, nodes, hops, layer));
  }

  /// A layer on the subgraph of some nodes.
  @FunctionalInterface
  private interface TorchLayer {
    NDArray apply(Map<String, NDArray> p, String name, int[] nodes, NDArray h);
  }

  private static <S extends Record, I> void compare(
      Backbone<S, I> backbone, S settings, Function<Map<String, NDArray>, NDArray> torch) {
    try (Workspace work = Workspace.open(2);
        ParameterStore store = new ParameterStore(4)) {
      CsrGraph graph = NamedGraphs.g5(work);
      var labels = new Labels(CLASSES, LABELS);
      var problem =
          new Problem(
              PropagationOperator.of(graph, TestVectors.R),
              TestVectors.R,
              TestVectors.features(work, doubles(features())),
              labels);
      I inputs = backbone.prepare(settings, problem, work);
      Model<I> model = backbone.create(settings, inputs, CLASSES, store);
      ModelOracle.disturb(store);
      List<Parameter> trained = new ArrayList<>();
      model.groups(0.01, 0).forEach(group -> trained.addAll(group.parameters()));
      Steps.Step step = model.steps(inputs, TRAINED, new Targets.OneClass(labels), 0, 3).draw(1, 0);
      ModelOracle.compare(store, trained, tape -> step.loss(tape, Phase.training(1)), torch);
    }
  }

  private static float[][] features() {
    return uniform(5, WIDTH, 61);
  }

  private static double[][] doubles(float[][] rows) {
    double[][] all = new double[rows.length][rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        all[i][j] = rows[i][j];
      }
    }
    return all;
  }

  private static float[][] operator(double r, boolean loops) {
    return operator(new int[] {0, 1, 2, 3, 4}, r, loops);
  }

  /// `d_i^(r_i−1) · A_ij · d_j^(−r_j)` among some nodes, degrees counted there.
  ///
  /// @param r of all, or NaN for those of the specification
  private static float[][] operator(int[] nodes, double r, boolean loops) {
    int n = nodes.length;
    boolean[][] joined = new boolean[n][n];
    double[] degree = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        joined[i][j] = i == j && loops;
        for (int neighbour : NEIGHBOURS[nodes[i]]) {
          joined[i][j] |= neighbour == nodes[j];
        }
        degree[i] += joined[i][j] ? 1 : 0;
      }
    }
    float[][] all = new float[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double ri = Double.isNaN(r) ? TestVectors.R.of(nodes[i]) : r;
        double rj = Double.isNaN(r) ? TestVectors.R.of(nodes[j]) : r;
        all[i][j] =
            joined[i][j] ? (float) (Math.pow(degree[i], ri - 1) * Math.pow(degree[j], -rj)) : 0;
      }
    }
    return all;
  }

  private static NDArray sage(Map<String, NDArray> p, float[][] mean) {
    NDArray any = p.values().iterator().next();
    NDArray h = TorchOps.beside(any, features());
    NDArray m = TorchOps.beside(any, mean);
    for (int l = 0; l < 2; l++) {
      NDArray own = h.matMul(p.get("layer" + l + ".self.weight"));
      NDArray others = m.matMul(h).matMul(p.get("layer" + l + ".neighbour.weight"));
      h = TorchOps.concat(List.of(own, others));
      h = l == 0 ? TorchOps.relu(h) : h;
    }
    return classified(p, h);
  }

  private static NDArray sageGcn(Map<String, NDArray> p, float[][] mean) {
    NDArray any = p.values().iterator().next();
    NDArray m = TorchOps.beside(any, mean);
    NDArray x = TorchOps.beside(any, features());
    NDArray h = TorchOps.relu(m.matMul(x).matMul(p.get("layer0.all.weight")));
    return classified(p, m.matMul(h).matMul(p.get("layer1.all.weight")));
  }

  private static NDArray classified(Map<String, NDArray> p, NDArray h) {
    NDArray logits = linear(p, "classifier", TorchOps.rows(h, TRAINED).normalize(2, 1));
    return crossEntropy(logits);
  }

  private static NDArray crossEntropy(NDArray logits) {
    int[] classes = new int[TRAINED.length];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = LABELS[TRAINED[i]];
    }
    return TorchOps.crossEntropy(logits, classes).reshape(1, 1);
  }

  private static NDArray saint(Map<String, NDArray> p, float[][] operator) {
    NDArray any = p.values().iterator().next();
    NDArray x = TorchOps.beside(any, features());
    NDArray m = TorchOps.beside(any, operator);
    NDArray h =
        TorchOps.concat(
            List.of(branch(p, "layer0.order0", x), branch(p, "layer0.order1", m.matMul(x))));
    return classified(p, branch(p, "layer1.order0", h));
  }

  private static NDArray branch(Map<String, NDArray> p, String name, NDArray x) {
    return norm(p, name, TorchOps.relu(linear(p, name, x)));
  }

  private static NDArray linear(Map<String, NDArray> p, String name, NDArray x) {
    return TorchOps.linear(x, p.get(name + ".weight"), p.get(name + ".bias"));
  }

  private static NDArray norm(Map<String, NDArray> p, String name, NDArray x) {
    return TorchOps.layerNorm(x, p.get(name + ".norm.scale"), p.get(name + ".norm.shift"), 1e-9f);
  }

  private static NDArray gcnLayer(Map<String, NDArray> p, String name, int[] nodes, NDArray h) {
    NDArray m = TorchOps.beside(h, operator(nodes, Double.NaN, true));
    return norm(p, name + ".all", TorchOps.elu(linear(p, name + ".all", m.matMul(h))));
  }

  /// `norm(ELU(H·W_s + b_s)) + norm(ELU(‖ Σ_j α_ij g_j + b_n))`, `g = H·W_n`, four heads over a
  /// node and its neighbours.
  private static NDArray gatLayer(Map<String, NDArray> p, String name, int[] nodes, NDArray h) {
    int heads = 4;
    String others = name + ".neighbour";
    NDArray g = h.matMul(p.get(others + ".weight"));
    NDArray receiver =
        AttentionCases.headDots(g, p.get(others + ".receiver"), heads)
            .add(p.get(others + ".receiverBias"));
    NDArray sender =
        AttentionCases.headDots(g, p.get(others + ".sender"), heads)
            .add(p.get(others + ".senderBias"));
    float[][] mask = operator(nodes, 0, true);
    for (float[] row : mask) {
      for (int j = 0; j < row.length; j++) {
        row[j] = row[j] > 0 ? 0 : AttentionCases.NOBODY;
      }
    }
    NDArray gathered =
        AttentionCases.gatherAttention(
                new NDList(receiver, sender, g), heads, mask, SparseDropout.NONE)
            .add(p.get(others + ".bias"));
    NDArray own = linear(p, name + ".self", h);
    return norm(p, name + ".self", TorchOps.elu(own)).add(norm(p, others, TorchOps.elu(gathered)));
  }

  private static NDArray shadow(
      Map<String, NDArray> p, int[][] nodes, int[][] hops, TorchLayer layer) {
    NDArray any = p.values().iterator().next();
    NDArray x = TorchOps.beside(any, features());
    NDList roots = new NDList();
    for (int t = 0; t < nodes.length; t++) {
      NDArray distance = TorchOps.beside(any, Numbers.oneHot(hops[t], 7));
      NDArray h = TorchOps.rows(x, nodes[t]).add(linear(p, "hops", distance));
      for (int l = 0; l < 2; l++) {
        h = layer.apply(p, "layer" + l, nodes[t], h);
      }
      roots.add(TorchOps.rows(h, new int[] {0}));
    }
    NDArray z = NDArrays.concat(roots, 0).normalize(2, 1);
    return crossEntropy(norm(p, "classifier", linear(p, "classifier", z)));
  }
}
