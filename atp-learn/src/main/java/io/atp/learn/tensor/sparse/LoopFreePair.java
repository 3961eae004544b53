package io.atp.learn.tensor.sparse;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Transpose;
import io.atp.core.runtime.Workspace;

/// `D^(R−1) A D^(−R)` and its transpose, for layers that keep a node apart from its neighbours.
/// With r = 0 neighbours are averaged; the row of a node without any is 0.
public final class LoopFreePair implements SparsePair {
  private final ArcRows plain;
  private final ArcRows transposed;

  private LoopFreePair(ArcRows plain, ArcRows transposed) {
    this.plain = plain;
    this.transposed = transposed;
  }

  /// A reversed topology lives in the workspace, which must not outlive the graph.
  public static LoopFreePair of(CsrGraph graph, NodeCoefficients r, Workspace work) {
    float[] left = new float[graph.nodeCount()];
    float[] right = new float[graph.nodeCount()];
    for (int node = 0; node < left.length; node++) {
      double degree = Math.max(1, graph.degree(node));
      left[node] = (float) StrictMath.pow(degree, r.of(node) - 1);
      right[node] = (float) StrictMath.pow(degree, -r.of(node));
    }
    CsrGraph rows = OperatorPair.view(graph, work.arena());
    CsrGraph reversed =
        graph.symmetric() ? rows : OperatorPair.view(Transpose.of(graph, work), work.arena());
    return new LoopFreePair(new ArcRows(rows, left, right), new ArcRows(reversed, right, left));
  }

  @Override
  public SparseOperand plain() {
    return plain;
  }

  @Override
  public SparseOperand transposed() {
    return transposed;
  }
}
