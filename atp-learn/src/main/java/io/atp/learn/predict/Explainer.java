package io.atp.learn.predict;

import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.learn.model.HopBackbone;
import io.atp.learn.model.Model;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.plan.BuiltOperator;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.predict.Explanation.MaskedEdge;
import io.atp.learn.predict.Explanation.NodeShare;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.SliceColumns;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Takes a logit apart: `z_c = b + Σ_k Σ_j (M^k)_ij · (g_k · x_j)`.
///
/// `g_k` is the gradient of the logit with respect to the node's row of hop k. In a linear backbone
/// it is the same everywhere and the sum is exact.
public final class Explainer {
  private Explainer() {}

  /// @param node of the graph
  /// @param count how many nodes to name
  public static Explanation explain(
      SavedModel saved, GraphData data, int node, int count, Workspace work) {
    return explain(saved, saved.bind(), data, node, count, work);
  }

  @SuppressWarnings("unchecked")
  private static <S extends Record, I> Explanation explain(
      SavedModel saved,
      SavedModel.Bound<S, I> bound,
      GraphData data,
      int node,
      int count,
      Workspace work) {
    Require.that(
        bound.backbone() instanceof HopBackbone,
        "%s does more than look at a node's hops, and its results cannot be taken apart this way",
        saved.backbone());
    Require.that(
        saved.nodeWise().isPlain(),
        "the model was trained on node-wise hops, and only plain hops are taken apart");
    var backbone = (HopBackbone<S>) bound.backbone();
    try (Workspace scratch = work.scratch();
        Engine engine = Engine.on(work);
        var store = new ParameterStore(0)) {
      Features scaled = saved.scaling().apply(Predictor.features(saved, data), scratch);
      BuiltOperator built = BuiltOperator.of(saved.plan(), data.graph(), scaled, scratch);
      PropagationConfig config = backbone.propagation(bound.settings());
      Require.that(
          config.lazyShare() == 0 && config.restartShare() == 0,
          "lazy and restarting walks are not taken apart");
      HopInputs inputs =
          new HopInputs(Propagator.propagate(built.operator(), scaled, config, scratch).matrices());
      Model<HopInputs> model = backbone.create(bound.settings(), inputs, saved.outputs(), store);
      store.restore(new ParameterStore.Snapshot(saved.weights()));
      Slope slope = slope(model, inputs, node, engine);
      float[][] perHop = perHop(slope.gradients(), config);
      double[][] reach = reach(built.operator(), node, config.hopCount());
      return told(saved, backbone.linear(), data, node, count, scaled, built, slope, perHop, reach);
    }
  }

  /// The most probable class, its logit, and the gradient with respect to each input row.
  private record Slope(int label, double logit, float[][] gradients, double rest) {}

  private static Slope slope(Model<HopInputs> model, HopInputs inputs, int node, Engine engine) {
    int label;
    double logit;
    try (Tape tape = engine.tape()) {
      Matrix logits = model.logits(tape, inputs, new int[] {node}, Phase.judging()).value();
      label =
          IntStream.range(0, logits.columns())
              .reduce((a, b) -> logits.get(0, b) > logits.get(0, a) ? b : a)
              .orElseThrow();
      logit = logits.get(0, label);
    }
    float[][] gradients = new float[inputs.count()][];
    double explained = 0;
    try (Tape tape = engine.tapeFollowingInputs()) {
      Tensor logits = model.logits(tape, inputs, new int[] {node}, Phase.judging());
      List<Tensor> rows = tape.variables();
      tape.backward(SliceColumns.of(logits, label, label + 1));
      for (int l = 0; l < gradients.length; l++) {
        gradients[l] = rows.get(l).gradient().row(0);
        for (int c = 0; c < gradients[l].length; c++) {
          explained += (double) gradients[l][c] * inputs.matrices().get(l).get(node, c);
        }
      }
    }
    return new Slope(label, logit, gradients, logit - explained);
  }

  private static float[][] perHop(float[][] gradients, PropagationConfig config) {
    return switch (config.combiner()) {
      case HopCombiner.All() -> gradients;
      case HopCombiner.Last() -> {
        float[][] perHop = new float[config.hopCount() + 1][gradients[0].length];
        perHop[config.hopCount()] = gradients[0];
        yield perHop;
      }
      case HopCombiner.Weighted(double[] weights) -> {
        float[][] perHop = new float[weights.length][gradients[0].length];
        for (int hop = 0; hop < weights.length; hop++) {
          for (int c = 0; c < perHop[hop].length; c++) {
            perHop[hop][c] = (float) (weights[hop] * gradients[0][c]);
          }
        }
        yield perHop;
      }
    };
  }

  /// Row `node` of M^k for k = 0 … K.
  private static double[][] reach(PropagationOperator operator, int node, int hops) {
    CsrGraph graph = operator.graph();
    double[][] reach = new double[hops + 1][graph.nodeCount()];
    reach[0][node] = 1;
    for (int hop = 1; hop <= hops; hop++) {
      for (int i = 0; i < graph.nodeCount(); i++) {
        double weight = reach[hop - 1][i] * operator.left()[i];
        if (weight == 0) {
          continue;
        }
        reach[hop][i] += weight * operator.right()[i];
        for (long arc = graph.offset(i); arc < graph.offset(i + 1); arc++) {
          int j = graph.target(arc);
          reach[hop][j] += weight * operator.right()[j];
        }
      }
    }
    return reach;
  }

  private static boolean reached(double[][] reach, int node) {
    return Arrays.stream(reach).anyMatch(hop -> hop[node] != 0);
  }

  private static Explanation told(
      SavedModel saved,
      boolean exact,
      GraphData data,
      int node,
      int count,
      Features scaled,
      BuiltOperator built,
      Slope slope,
      float[][] perHop,
      double[][] reach) {
    double[] hopShares = new double[perHop.length];
    double[] nodeShares = new double[scaled.rows()];
    MemorySegment row = MemorySegment.ofArray(new float[scaled.width()]);
    for (int j = 0; j < nodeShares.length; j++) {
      if (!reached(reach, j)) {
        continue;
      }
      scaled.copyRow(j, 0, scaled.width(), row, 0);
      for (int hop = 0; hop < perHop.length; hop++) {
        if (reach[hop][j] != 0) {
          double share = reach[hop][j] * dot(row, perHop[hop]);
          hopShares[hop] += share;
          nodeShares[j] += share;
        }
      }
    }
    List<NodeShare> largest =
        IntStream.range(0, nodeShares.length)
            .filter(j -> nodeShares[j] != 0)
            .boxed()
            .sorted(Comparator.comparingDouble(j -> -Math.abs(nodeShares[j])))
            .limit(count)
            .map(j -> new NodeShare(j, nodeShares[j]))
            .toList();
    return new Explanation(
        node,
        slope.label(),
        slope.logit(),
        exact,
        slope.rest(),
        hopShares,
        largest,
        built.coefficients().of(node),
        masked(saved.plan(), data.graph(), built.operator().graph(), node));
  }

  private static double dot(MemorySegment row, float[] weights) {
    double sum = 0;
    for (int c = 0; c < weights.length; c++) {
      sum += (double) row.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, c) * weights[c];
    }
    return sum;
  }

  private static List<MaskedEdge> masked(
      OperatorPlan plan, CsrGraph before, CsrGraph after, int node) {
    if (plan.correction().isEmpty()) {
      return List.of();
    }
    List<MaskedEdge> edges = new ArrayList<>();
    for (long arc = before.offset(node); arc < before.offset(node + 1); arc++) {
      int other = before.target(arc);
      if (!after.hasArc(node, other)) {
        edges.add(new MaskedEdge(other, reason(before, node, other)));
      }
    }
    return edges;
  }

  private static String reason(CsrGraph graph, int node, int other) {
    return "one of the two was chosen as high-bias; this node has %d edges, the neighbour %d"
        .formatted(graph.degree(node), graph.degree(other));
  }
}
