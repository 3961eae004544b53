package io.atp.learn.model.input;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.propagate.RowReach;
import io.atp.core.runtime.Workspace;
import java.util.ArrayList;
import java.util.List;

/// `X⁽ᵏ⁺¹⁾ = D^(R−1) A D^(−R) X⁽ᵏ⁾` on the graph without self-loops; the row of an isolated node is
/// 0.
///
/// The walk of methods that keep a node apart from its neighbours.
/// [io.atp.core.propagate.Propagator] always walks with loops.
public final class LoopFreeWalk {
  private LoopFreeWalk() {}

  /// Hops 1 … K.
  public static List<DenseFeatures> hops(
      CsrGraph graph, NodeCoefficients r, Features features, int hopCount, Workspace work) {
    Factors factors = Factors.of(graph, r);
    List<DenseFeatures> hops = new ArrayList<>();
    DenseFeatures from = Dense.of(features, work);
    for (int hop = 0; hop < hopCount; hop++) {
      DenseFeatures into =
          new DenseFeatures(
              from.rows(), from.width(), work.allocateFloats((long) from.rows() * from.width()));
      step(graph, factors, from, into, work);
      hops.add(into);
      from = into;
    }
    return hops;
  }

  /// What the rows of one node after hops 1 … K are made of.
  public static List<RowOrigin> origins(
      CsrGraph graph, NodeCoefficients r, Features features, int node, int hopCount) {
    Factors factors = Factors.of(graph, r);
    RowReach reach = RowReach.loopFree(graph, factors.left, factors.right, node);
    List<RowOrigin> origins = new ArrayList<>();
    for (int hop = 1; hop <= hopCount; hop++) {
      double[] alone = new double[hop + 1];
      alone[hop] = 1;
      origins.add(RowOrigin.hops(features, reach, alone));
    }
    return origins;
  }

  /// d^(r−1) and d^(−r), 0 for isolated nodes.
  private record Factors(double[] left, double[] right) {
    static Factors of(CsrGraph graph, NodeCoefficients r) {
      double[] left = new double[graph.nodeCount()];
      double[] right = new double[graph.nodeCount()];
      for (int node = 0; node < left.length; node++) {
        int degree = graph.degree(node);
        left[node] = degree == 0 ? 0 : StrictMath.pow(degree, r.of(node) - 1);
        right[node] = degree == 0 ? 0 : StrictMath.pow(degree, -r.of(node));
      }
      return new Factors(left, right);
    }
  }

  private static void step(
      CsrGraph graph, Factors factors, DenseFeatures from, DenseFeatures into, Workspace work) {
    RowKernels kernels = Kernels.active();
    int width = from.width();
    work.workers()
        .forEachRange(
            graph.nodeCount(),
            256,
            (first, end) -> {
              for (int node = first; node < end; node++) {
                long at = into.at(node, 0);
                for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
                  int source = graph.target(arc);
                  float weight = (float) factors.left[node] * (float) factors.right[source];
                  kernels.addScaled(
                      into.data(), at, from.data(), from.at(source, 0), width, weight);
                }
              }
            });
  }
}
