package io.atp.core.push;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// `Z = α (I − (1−α)P̃)⁻¹ H`, the propagation of PPNP, to a stated residual.
///
/// With `Y = diag(s)⁻¹H` the iteration is `Z' ← (1−α) P Z' + αY` in double, and `Z = diag(s) Z'`.
/// The change of an iteration is the residual `αY − (I − (1−α)P)Z'`. It ends for a column when the
/// change is at most `tolerance · α · max|y|`; as the rows of P sum to 1 the error is then at most
/// `|error_i| ≤ s_i · tolerance · max_j |h_j / s_j|`. About `ln(tolerance) / ln(1−α)` products: 175
/// at α = 0.1.
///
/// P̃ᵀ, through which gradients flow, is an operator like any other; where the graph is directed
/// its factors no longer make rows of sum 1, and the residual is all that is promised.
///
/// 8 columns are worked on at a time, by all threads: 192 bytes a node.
public final class PersonalisedPageRank {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Columns at a time. Fixed: those solved together iterate until the last of them is done.
  private static final int BLOCK = 8;

  private final PropagationOperator operator;
  private final CsrGraph graph;
  private final double alpha;
  private final RowChunks chunks;
  private final double[] step; // (1−α) · left_i · right_i
  private final double[] start; // α · Y, row-major
  private double[] current;
  private double[] next;
  private final Queue<int[]> buffers = new ConcurrentLinkedQueue<>();

  private PersonalisedPageRank(PropagationOperator operator, double alpha) {
    this.operator = operator;
    this.graph = operator.graph();
    this.alpha = alpha;
    this.chunks = RowChunks.of(graph);
    int nodeCount = graph.nodeCount();
    step = new double[nodeCount];
    for (int node = 0; node < nodeCount; node++) {
      step[node] = (1 - alpha) * operator.left()[node] * operator.right()[node];
    }
    start = new double[nodeCount * BLOCK];
    current = new double[nodeCount * BLOCK];
    next = new double[nodeCount * BLOCK];
  }

  public static SolvedFeatures exact(
      PropagationOperator operator,
      Features features,
      PersonalisedPageRankConfig config,
      Workspace work) {
    int rows = features.rows();
    int width = features.width();
    Require.that(
        rows == operator.nodeCount(),
        "features have %d rows, graph has %d nodes",
        rows,
        operator.nodeCount());
    Require.that(
        rows <= (Integer.MAX_VALUE - 8) / BLOCK,
        "exact personalised PageRank takes up to %d nodes, got %d",
        (Integer.MAX_VALUE - 8) / BLOCK,
        rows);
    var output = new DenseFeatures(rows, width, work.allocateFloats((long) rows * width));
    var solver = new PersonalisedPageRank(operator, config.restartProbability());
    int iterations = 0;
    double residual = 0;
    for (int from = 0; from < width; from += BLOCK) {
      int columns = Math.min(BLOCK, width - from);
      solver.load(features, output, from, columns, work);
      double[] norms = solver.norms();
      double change = Double.POSITIVE_INFINITY;
      int products = 0;
      while (change > config.tolerance() && products < config.maxIterations()) {
        change = solver.iterate(norms, work);
        products++;
      }
      solver.store(output, from, columns, work);
      iterations = Math.max(iterations, products);
      residual = Math.max(residual, change);
      work.progress().report("personalised PageRank", from + columns, width);
    }
    return new SolvedFeatures(output, iterations, residual, residual <= config.tolerance());
  }

  /// `start` and the first iterate, αY. The output serves as a buffer until it is written.
  private void load(
      Features features, DenseFeatures output, int from, int columns, Workspace work) {
    work.workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              for (int node = chunks.from(chunk); node < chunks.to(chunk); node++) {
                features.copyRow(node, from, columns, output.data(), output.at(node, from));
                for (int c = 0; c < BLOCK; c++) {
                  double value = c < columns ? output.get(node, from + c) : 0;
                  start[node * BLOCK + c] = alpha * value * operator.right()[node];
                }
              }
              int first = chunks.from(chunk) * BLOCK;
              int length = chunks.to(chunk) * BLOCK - first;
              System.arraycopy(start, first, current, first, length);
            });
  }

  /// `α · max|y|` of each column.
  private double[] norms() {
    double[] norms = new double[BLOCK];
    for (int at = 0; at < start.length; at++) {
      norms[at % BLOCK] = Math.max(norms[at % BLOCK], Math.abs(start[at]));
    }
    return norms;
  }

  /// One product; returns the largest change of a column against its norm.
  private double iterate(double[] norms, Workspace work) {
    double[] changes = new double[chunks.count()];
    work.workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              int[] pooled = buffers.poll();
              int[] row = pooled != null ? pooled : new int[64];
              double[] sum = new double[BLOCK];
              double largest = 0;
              for (int node = chunks.from(chunk); node < chunks.to(chunk); node++) {
                if (graph.degree(node) > row.length) {
                  row = new int[2 * graph.degree(node)];
                }
                multiply(node, row, sum);
                for (int c = 0; c < BLOCK; c++) {
                  int at = node * BLOCK + c;
                  next[at] = step[node] * sum[c] + start[at];
                  double change = Math.abs(next[at] - current[at]);
                  if (!(change <= largest * norms[c])) { // a NaN is no convergence
                    largest = change / norms[c];
                  }
                }
              }
              buffers.add(row);
              changes[chunk] = largest;
            });
    double[] swap = current;
    current = next;
    next = swap;
    double largest = 0;
    for (double change : changes) {
      largest = Math.max(largest, change);
    }
    return largest;
  }

  /// Row `node` of (A + I) · current.
  private void multiply(int node, int[] row, double[] sum) {
    System.arraycopy(current, node * BLOCK, sum, 0, BLOCK);
    int degree = graph.copyRow(node, row);
    for (int i = 0; i < degree; i++) {
      int from = row[i] * BLOCK;
      for (int c = 0; c < BLOCK; c++) {
        sum[c] += current[from + c];
      }
    }
  }

  private void store(DenseFeatures output, int from, int columns, Workspace work) {
    work.workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              for (int node = chunks.from(chunk); node < chunks.to(chunk); node++) {
                for (int c = 0; c < columns; c++) {
                  double value = current[node * BLOCK + c] / operator.right()[node];
                  output.data().set(FLOAT, output.at(node, from + c), (float) value);
                }
              }
            });
  }
}
