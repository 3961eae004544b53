package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.DynamicAttention;
import io.atp.learn.tensor.op.EdgeSoftmax;
import io.atp.learn.tensor.op.GatherAttention;
import io.atp.learn.tensor.op.HeadDots;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.Segments;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Softmax over neighbours against a dense softmax in which all others are masked.
final class AttentionCases {
  private static final double SLOPE = 0.2;

  /// Added to the score of whoever is no neighbour: its exponential is 0.
  static final float NOBODY = -1e9f;

  private AttentionCases() {}

  static Stream<OpCase> of(int n, int heads, int width, boolean directed) {
    return Stream.of(SparseDropout.NONE, SparseCases.DROPOUT)
        .flatMap(dropout -> of(n, heads, width, directed, dropout));
  }

  private static Stream<OpCase> of(
      int n, int heads, int width, boolean directed, SparseDropout dropout) {
    String form =
        "%s graph of %d, %d heads of %d, dropout %s"
            .formatted(directed ? "directed" : "undirected", n, heads, width, dropout.share());
    float[][] mask = mask(n, directed);
    Segments segments = segments(n, directed);
    int[] cells = cells(mask);
    return Stream.of(
        OpCase.of(
            EdgeSoftmax.class,
            form,
            t -> EdgeSoftmax.of(segments, t.get(0)),
            t -> edgeSoftmax(t.get(0), mask, cells),
            uniform(segments.rows(), heads, 1, 3)),
        OpCase.of(
            GatherAttention.class,
            form,
            t ->
                GatherAttention.of(
                    pair(t.get(0), n, directed), t.get(0), t.get(1), t.get(2), SLOPE, dropout),
            t -> gatherAttention(t, heads, mask, dropout),
            uniform(n, heads, 2, 3),
            uniform(n, heads, 3, 3),
            uniform(n, heads * width, 4)),
        OpCase.of(
            DynamicAttention.class,
            form,
            t ->
                DynamicAttention.of(
                    pair(t.get(0), n, directed),
                    t.get(0),
                    t.get(1),
                    t.get(2),
                    t.get(3),
                    heads,
                    SLOPE,
                    dropout),
            t -> dynamicAttention(t, heads, mask, dropout),
            uniform(n, heads * width, 5),
            uniform(n, heads * width, 6),
            uniform(1, heads * width, 7),
            uniform(n, heads * (width + 1), 8)),
        OpCase.of(
            HeadDots.class,
            form,
            t -> HeadDots.of(t.get(0), t.get(1), heads),
            t -> headDots(t.get(0), t.get(1), heads),
            uniform(n, heads * width, 9),
            uniform(1, heads * width, 10)));
  }

  static NDArray headDots(NDArray x, NDArray a, int heads) {
    NDList parts = new NDList();
    for (int h = 0; h < heads; h++) {
      parts.add(head(x, h, heads).matMul(head(a, h, heads).transpose()));
    }
    return TorchOps.concat(parts);
  }

  private static OperatorPair pair(Tensor x, int n, boolean directed) {
    Workspace work = x.tape().engine().workspace();
    return OperatorPair.selfLooped(SparseCases.graph(n, directed, work), work);
  }

  /// 0 where i listens to j, itself included.
  static float[][] mask(int n, boolean directed) {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = SparseCases.graph(n, directed, work);
      float[][] mask = new float[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          mask[i][j] = i == j || graph.hasArc(i, j) ? 0 : NOBODY;
        }
      }
      return mask;
    }
  }

  private static Segments segments(int n, boolean directed) {
    try (Workspace work = Workspace.open(1)) {
      return Segments.ofEntries(SparseCases.graph(n, directed, work));
    }
  }

  /// Places i·n + j of the entries in the order of [Segments#ofEntries]: itself, then neighbours.
  private static int[] cells(float[][] mask) {
    List<Integer> cells = new ArrayList<>();
    int n = mask.length;
    for (int i = 0; i < n; i++) {
      cells.add(i * n + i);
      for (int j = 0; j < n; j++) {
        if (j != i && mask[i][j] == 0) {
          cells.add(i * n + j);
        }
      }
    }
    return cells.stream().mapToInt(Integer::intValue).toArray();
  }

  private static NDArray edgeSoftmax(NDArray e, float[][] mask, int[] cells) {
    int n = mask.length;
    NDList heads = new NDList();
    for (int h = 0; h < e.getShape().get(1); h++) {
      NDArray scores = TorchOps.indexAdd(e.get(":, {}:{}", h, h + 1), cells, n * n);
      NDArray alpha = softmax(scores.reshape(n, n), mask);
      heads.add(TorchOps.rows(alpha.reshape(new Shape((long) n * n, 1)), cells));
    }
    return TorchOps.concat(heads);
  }

  private static NDArray softmax(NDArray scores, float[][] mask) {
    return scores.add(TorchOps.beside(scores, mask)).softmax(1);
  }

  static NDArray gatherAttention(NDList t, int heads, float[][] mask, SparseDropout dropout) {
    NDList parts = new NDList();
    for (int h = 0; h < heads; h++) {
      NDArray sums = head(t.get(0), h, heads).add(head(t.get(1), h, heads).transpose());
      NDArray alpha = softmax(TorchOps.leakyRelu(sums, SLOPE), mask);
      parts.add(alpha.mul(kept(alpha, dropout, h)).matMul(head(t.get(2), h, heads)));
    }
    return TorchOps.concat(parts);
  }

  static NDArray dynamicAttention(NDList t, int heads, float[][] mask, SparseDropout dropout) {
    NDList parts = new NDList();
    for (int h = 0; h < heads; h++) {
      NDArray sums =
          head(t.get(0), h, heads).expandDims(1).add(head(t.get(1), h, heads).expandDims(0));
      NDArray scores =
          TorchOps.leakyRelu(sums, SLOPE).mul(head(t.get(2), h, heads)).sum(new int[] {2});
      NDArray alpha = softmax(scores, mask);
      parts.add(alpha.mul(kept(alpha, dropout, h)).matMul(head(t.get(3), h, heads)));
    }
    return TorchOps.concat(parts);
  }

  /// 0 for a coefficient that our dropout leaves out, `1 / (1 − share)` for one that stays.
  private static NDArray kept(NDArray alpha, SparseDropout dropout, int head) {
    int n = Math.toIntExact(alpha.getShape().get(0));
    float[][] factors = new float[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        factors[i][j] = dropout.keeps(i, j, head) ? (float) (1 / (1 - dropout.share())) : 0;
      }
    }
    return TorchOps.beside(alpha, factors);
  }

  static NDArray head(NDArray x, int head, int heads) {
    long width = x.getShape().get(1) / heads;
    return x.get(":, {}:{}", head * width, (head + 1) * width);
  }
}
