package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.sparse.SparseRows;
import java.util.Arrays;

/// For each target the node itself and up to D of its d neighbours, drawn without replacement.
///
/// `E[M_s] = M`: an entry of a neighbour drawn is `M_vu · d / min(D, d)`, and the node's own stays
/// as it is.
///
/// @param all M_v for the targets, with every neighbour
/// @param sources nodes drawn, increasing
/// @param scaled M_s, columns as in `sources`
/// @param rooted the same with `√(d / min(D, d))` for a factor
public record NeighbourDraw(LayerBlock all, int[] sources, SparseRows scaled, SparseRows rooted) {
  public static NeighbourDraw of(
      PropagationOperator operator, int[] targets, int count, long seed) {
    CsrGraph graph = operator.graph();
    int[][] drawn = new int[targets.length][];
    int size = targets.length;
    for (int i = 0; i < targets.length; i++) {
      int target = targets[i];
      long first = graph.offset(target);
      drawn[i] = DistinctDraws.uniform(graph.degree(target), count, StatelessHash.of(seed, target));
      for (int k = 0; k < drawn[i].length; k++) {
        drawn[i][k] = graph.target(first + drawn[i][k]);
      }
      size = Math.addExact(size, drawn[i].length);
    }
    int[] sources = sources(targets, drawn, size);
    return new NeighbourDraw(
        LayerBlock.full(operator, targets),
        sources,
        rows(operator, targets, drawn, sources, 1),
        rows(operator, targets, drawn, sources, 0.5));
  }

  private static int[] sources(int[] targets, int[][] drawn, int size) {
    int[] nodes = Arrays.copyOf(targets, size);
    int at = targets.length;
    for (int[] some : drawn) {
      System.arraycopy(some, 0, nodes, at, some.length);
      at += some.length;
    }
    return LayerBlock.increasing(nodes);
  }

  private static SparseRows rows(
      PropagationOperator operator, int[] targets, int[][] drawn, int[] sources, double power) {
    var rows = new RowsBuilder(targets.length);
    for (int i = 0; i < targets.length; i++) {
      int target = targets[i];
      double left = operator.left()[target];
      rows.add(Arrays.binarySearch(sources, target), left * operator.right()[target]);
      double share = (double) operator.graph().degree(target) / Math.max(1, drawn[i].length);
      double factor = power == 1 ? share : StrictMath.pow(share, power);
      for (int source : drawn[i]) {
        rows.add(Arrays.binarySearch(sources, source), left * operator.right()[source] * factor);
      }
      rows.endRow();
    }
    return rows.build(sources.length);
  }
}
