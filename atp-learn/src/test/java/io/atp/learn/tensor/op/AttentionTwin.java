package io.atp.learn.tensor.op;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.Segments;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.lang.foreign.Arena;

/// Attention composed of plain ops with a row per arc: slow, large and easy to believe.
record AttentionTwin(Segments arcs, int[] receivers, int[] senders) {
  static AttentionTwin of(CsrGraph graph) {
    Segments arcs = Segments.ofEntries(graph);
    int[] receivers = new int[arcs.rows()];
    int[] senders = new int[arcs.rows()];
    for (int node = 0; node < graph.nodeCount(); node++) {
      int at = arcs.from(node);
      receivers[at] = node;
      senders[at++] = node;
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        receivers[at] = node;
        senders[at++] = graph.target(arc);
      }
    }
    return new AttentionTwin(arcs, receivers, senders);
  }

  Tensor gat(Tensor s, Tensor t, Tensor values, double slope, SparseDropout dropout) {
    Tensor sum = Add.of(GatherRows.of(s, receivers), GatherRows.of(t, senders));
    return mix(LeakyRelu.of(sum, slope), values, dropout);
  }

  Tensor dynamic(
      Tensor receiver,
      Tensor sender,
      Tensor a,
      Tensor values,
      int heads,
      double slope,
      SparseDropout dropout) {
    Tensor q = Add.of(GatherRows.of(receiver, receivers), GatherRows.of(sender, senders));
    Tensor weighted = ScaleColumns.of(LeakyRelu.of(q, slope), a);
    return mix(MatMul.of(weighted, heads(a, heads, true)), values, dropout);
  }

  private Tensor mix(Tensor scores, Tensor values, SparseDropout dropout) {
    Tensor alpha = EdgeSoftmax.of(arcs, scores);
    int heads = scores.columns();
    float[][] mask = new float[receivers.length][heads];
    for (int arc = 0; arc < mask.length; arc++) {
      for (int head = 0; head < heads; head++) {
        boolean keeps = dropout.keeps(receivers[arc], senders[arc], head);
        mask[arc][head] = keeps ? dropout.scale() : 0;
      }
    }
    Tensor kept = Multiply.of(alpha, constant(alpha, mask));
    Tensor spread = MatMul.of(kept, heads(values, heads, false));
    return SegmentSum.of(arcs, Multiply.of(spread, GatherRows.of(values, senders)));
  }

  /// Which columns belong to which head: columns × heads if summing, heads × columns if spreading.
  private static Tensor heads(Tensor like, int heads, boolean sums) {
    int columns = like.columns();
    float[][] matrix = new float[sums ? columns : heads][sums ? heads : columns];
    for (int c = 0; c < columns; c++) {
      int head = c / (columns / heads);
      matrix[sums ? c : head][sums ? head : c] = 1;
    }
    return constant(like, matrix);
  }

  private static Tensor constant(Tensor like, float[][] rows) {
    return like.tape().constant(Matrix.of(rows, Arena.ofAuto()));
  }

  /// Multiples of 0.1 shifted by `shift`: sums of one with shift 0 and one with shift 0.05 stay
  /// 0.05 away from the kink of LeakyReLU.
  static float[][] grid(int rows, int columns, long seed, double shift) {
    float[][] grid = new float[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        grid[i][j] =
            (float) (0.1 * (StatelessHash.below(StatelessHash.of(seed, i, j), 21) - 10) + shift);
      }
    }
    return grid;
  }
}
