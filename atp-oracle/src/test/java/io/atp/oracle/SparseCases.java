package io.atp.oracle;

import static io.atp.oracle.Numbers.below;
import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.PersonalisedPropagation;
import io.atp.learn.tensor.op.PersonalisedSolve;
import io.atp.learn.tensor.op.Propagate;
import io.atp.learn.tensor.op.PropagateWithRestart;
import io.atp.learn.tensor.op.RowMix;
import io.atp.learn.tensor.op.SparseHeads;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.op.SpreadProduct;
import io.atp.learn.tensor.op.WeightedWalk;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparseMatrix;
import io.atp.learn.tensor.sparse.SparseRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Products with a sparse factor against products with the same factor written out.
final class SparseCases {
  static final SparseDropout DROPOUT = new SparseDropout(0.4, 11);
  private static final List<SparseDropout> HEADS = List.of(DROPOUT, new SparseDropout(0.4, 12));

  private SparseCases() {}

  /// On graphs of n nodes, undirected and directed, with a coefficient of its own for each node.
  static Stream<OpCase> of(int n, int c) {
    float[][] x = uniform(n, c, 1);
    SparseRows mix = mix(n);
    float[][] dense = dense(mix);
    return Stream.concat(
        Stream.of(
            OpCase.of(
                SparseMatMul.class,
                n + " × " + c,
                t -> SparseMatMul.of(mix, t.get(0)),
                t -> TorchOps.beside(t.get(0), dense).matMul(t.get(0)),
                x),
            OpCase.of(
                SparseMatMul.class,
                "sparse features, " + n + " × " + c,
                t -> SparseMatMul.of(SparseMatrix.of(features(t.get(0), mix), work(t)), t.get(0)),
                t -> TorchOps.beside(t.get(0), dense).matMul(t.get(0)),
                x),
            OpCase.of(
                SparseHeads.class,
                n + " × 2 heads of " + c,
                t -> SparseHeads.of(mix, t.get(0), HEADS),
                t -> heads(t.get(0), dense, c),
                uniform(n, 2 * c, 23)),
            OpCase.of(
                RowMix.class,
                n + " × " + c,
                t -> RowMix.of(mix, t.get(0)),
                t -> TorchOps.beside(t.get(0), dense).matMul(t.get(0)),
                x),
            OpCase.of(
                SpreadProduct.class,
                n + " × " + c + " to 1",
                t -> SpreadProduct.of(mix, t.get(0), t.get(1)),
                t -> TorchOps.beside(t.get(0), dense).matMul(t.get(0)).matMul(t.get(1)),
                x,
                uniform(c, 1, 21)),
            OpCase.of(
                SpreadProduct.class,
                n + " × " + c + " to many",
                t -> SpreadProduct.of(mix, t.get(0), t.get(1)),
                t -> TorchOps.beside(t.get(0), dense).matMul(t.get(0)).matMul(t.get(1)),
                x,
                uniform(c, 9 * c, 22))),
        Stream.of(false, true).flatMap(directed -> propagation(n, c, directed)));
  }

  private static Stream<OpCase> propagation(int n, int c, boolean directed) {
    String form = "%s, %d × %d".formatted(directed ? "directed" : "undirected", n, c);
    float[][] x = uniform(n, c, 2);
    Function<NDArray, NDArray> operator = near -> TorchOps.beside(near, dense(n, directed));
    return Stream.of(
        OpCase.of(
            Propagate.class,
            form,
            t -> Propagate.of(pair(t.get(0), n, directed), t.get(0)),
            t -> operator.apply(t.get(0)).matMul(t.get(0)),
            x),
        OpCase.of(
            Propagate.class,
            "dropout, " + form,
            t -> Propagate.of(pair(t.get(0), n, directed), t.get(0), DROPOUT),
            t -> TorchOps.beside(t.get(0), dropped(n, directed)).matMul(t.get(0)),
            x),
        OpCase.of(
            PropagateWithRestart.class,
            form,
            t ->
                PropagateWithRestart.of(
                    pair(t.get(0), n, directed), t.get(0), t.get(1), 0.1, SparseDropout.NONE),
            t -> operator.apply(t.get(0)).matMul(t.get(0)).mul(0.9f).add(t.get(1).mul(0.1f)),
            x,
            uniform(n, c, 3)),
        OpCase.of(
            PersonalisedPropagation.class,
            form,
            t ->
                PersonalisedPropagation.of(
                    pair(t.get(0), n, directed), t.get(0), 0.2, 4, 0, Phase.judging()),
            t -> walked(operator.apply(t.get(0)), t.get(0), 4),
            x),
        OpCase.of(
            WeightedWalk.class,
            form,
            t ->
                WeightedWalk.of(
                    pair(t.get(0), n, directed),
                    t.get(0),
                    3,
                    SparseCases::hopWeight,
                    0.3,
                    0,
                    Phase.judging()),
            t -> weighted(operator.apply(t.get(0)), t.get(0), 3),
            x),
        OpCase.of(
            PersonalisedSolve.class,
            form,
            t -> {
              Workspace work = t.get(0).tape().engine().workspace();
              PropagationOperator walk = operator(n, directed, work);
              return PersonalisedSolve.of(walk, walk.transpose(work), t.get(0), 0.2);
            },
            t -> walked(operator.apply(t.get(0)), t.get(0), 120), // 0.8^120 is below 1e-11
            x));
  }

  /// Z ← 0.8·P̃Z + 0.2·H, from Z = H.
  private static NDArray walked(NDArray operator, NDArray h, int steps) {
    NDArray z = h;
    for (int step = 0; step < steps; step++) {
      z = operator.matMul(z).mul(0.8f).add(h.mul(0.2f));
    }
    return z;
  }

  /// Rows stop after one hop, two, three or more.
  private static double hopWeight(int hop, int row) {
    return hop <= 1 + row % 4 ? 1.0 / (1 + hop) : 0;
  }

  /// `Σ_k D_k Y_k`, Y ← 0.3·Y + 0.7·P̃Y.
  private static NDArray weighted(NDArray operator, NDArray h, int hops) {
    NDArray y = h;
    NDArray sum = null;
    for (int hop = 0; hop <= hops; hop++) {
      float[] factors = new float[Math.toIntExact(h.getShape().get(0))];
      for (int row = 0; row < factors.length; row++) {
        factors[row] = (float) hopWeight(hop, row);
      }
      NDArray term = y.mul(h.getManager().create(factors).reshape(factors.length, 1));
      sum = sum == null ? term : sum.add(term);
      y = y.mul(0.3f).add(operator.matMul(y).mul(0.7f));
    }
    return sum;
  }

  private static OperatorPair pair(Tensor x, int n, boolean directed) {
    Workspace work = x.tape().engine().workspace();
    return OperatorPair.of(operator(n, directed, work), work);
  }

  static CsrGraph graph(int n, boolean directed, Workspace work) {
    int[] ends = below(n, 6 * n, 9);
    return directed
        ? NamedGraphs.directed(work, n, ends).graph()
        : NamedGraphs.edges(work, n, ends);
  }

  static PropagationOperator operator(int n, boolean directed, Workspace work) {
    double[] r = new double[n];
    for (int i = 0; i < n; i++) {
      r[i] = StatelessHash.unit(StatelessHash.of(10, i));
    }
    return PropagationOperator.of(graph(n, directed, work), new NodeCoefficients(r));
  }

  /// P̃_ij from its definition, entry by entry.
  static float[][] dense(int n, boolean directed) {
    try (Workspace work = Workspace.open(1)) {
      PropagationOperator operator = operator(n, directed, work);
      float[][] all = new float[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          all[i][j] = (float) operator.entry(i, j);
        }
      }
      return all;
    }
  }

  /// P̃ without what dropout leaves out, the rest divided by the share that stays.
  private static float[][] dropped(int n, boolean directed) {
    float[][] all = dense(n, directed);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        all[i][j] *= DROPOUT.keeps(i, j) ? 1 / 0.6f : 0;
      }
    }
    return all;
  }

  /// Each half of the columns times the matrix without what its own mask leaves out.
  private static NDArray heads(NDArray x, float[][] dense, int c) {
    List<NDArray> parts = new ArrayList<>();
    for (int head = 0; head < HEADS.size(); head++) {
      float[][] kept = new float[dense.length][];
      for (int i = 0; i < dense.length; i++) {
        kept[i] = dense[i].clone();
        for (int j = 0; j < kept[i].length; j++) {
          kept[i][j] *= HEADS.get(head).keeps(i, j) ? 1 / 0.6f : 0;
        }
      }
      NDArray columns = x.get(":, %d:%d".formatted(head * c, (head + 1) * c));
      parts.add(TorchOps.beside(x, kept).matMul(columns));
    }
    return TorchOps.concat(parts);
  }

  private static Workspace work(List<Tensor> t) {
    return t.get(0).tape().engine().workspace();
  }

  /// Rows of 0 to 4 entries in rising columns.
  private static SparseRows mix(int n) {
    int rows = n + 1;
    int[] offsets = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      offsets[i + 1] = offsets[i] + i % 5;
    }
    int entries = offsets[rows];
    int[] columns = new int[entries];
    for (int i = 0; i < rows; i++) {
      for (int k = offsets[i]; k < offsets[i + 1]; k++) {
        columns[k] = (i + 3 * (k - offsets[i])) % n;
      }
      Arrays.sort(columns, offsets[i], offsets[i + 1]);
    }
    return new SparseRows(offsets, columns, uniform(1, entries, 8)[0], n);
  }

  /// The same matrix as it would come from a file.
  private static SparseFeatures features(Tensor x, SparseRows rows) {
    Workspace work = x.tape().engine().workspace();
    int entries = (int) rows.offset(rows.rows());
    MemorySegment offsets = work.allocateLongs(rows.rows() + 1);
    MemorySegment columns = work.allocateInts(entries);
    MemorySegment values = work.allocateFloats(entries);
    var list = new WeightedRows();
    for (int i = 0; i < rows.rows(); i++) {
      rows.stage(i, list);
      offsets.setAtIndex(ValueLayout.JAVA_LONG, i + 1, rows.offset(i + 1));
      for (int k = 0; k < list.count(); k++) {
        long at = rows.offset(i) + k;
        columns.setAtIndex(ValueLayout.JAVA_INT, at, list.rows()[k]);
        values.setAtIndex(ValueLayout.JAVA_FLOAT, at, list.weights()[k]);
      }
    }
    return new SparseFeatures(rows.rows(), rows.columns(), offsets, columns, values);
  }

  private static float[][] dense(SparseRows rows) {
    float[][] all = new float[rows.rows()][rows.columns()];
    var list = new WeightedRows();
    for (int i = 0; i < rows.rows(); i++) {
      rows.stage(i, list);
      for (int k = 0; k < list.count(); k++) {
        all[i][list.rows()[k]] += list.scale() * list.weights()[k];
      }
    }
    return all;
  }
}
