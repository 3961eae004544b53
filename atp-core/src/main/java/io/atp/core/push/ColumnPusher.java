package io.atp.core.push;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Supplier;

/// Propagates one feature column at a time.
///
/// Because `f(P̃) = diag(s) · f(P) · diag(s)⁻¹`, a column is divided by s, pushed with the plain
/// walk P, and multiplied by s: one push serves every r.
abstract class ColumnPusher implements Pusher {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Columns per chunk: a cache line of floats, so that no two threads write to the same one where
  /// the width allows. Decides no result, as columns are independent of each other.
  private static final int CHUNK = 16;

  private final double[] column;
  private final double[] result;
  protected long pushes;
  protected long arcVisits;

  ColumnPusher(int nodeCount) {
    column = new double[nodeCount];
    result = new double[nodeCount];
  }

  /// Adds `f(P) · x` to `result`, which comes in as zeros.
  abstract void push(int column, double[] x, double[] result);

  @Override
  public final PushAccount account() {
    return new PushAccount(pushes, arcVisits);
  }

  /// `diag(s) · f(P) · diag(s)⁻¹ · X`, in memory of the workspace.
  static PushedFeatures propagate(
      String step,
      Features features,
      double[] scale,
      Supplier<? extends ColumnPusher> pushers,
      Workspace work) {
    int rows = features.rows();
    int width = features.width();
    DenseFeatures output = new DenseFeatures(rows, width, work.allocateFloats((long) rows * width));
    PushAccount account =
        Pusher.<ColumnPusher>forEachChunk(
            step,
            Math.ceilDiv(width, CHUNK),
            pushers::get,
            (pusher, chunk) -> {
              int from = chunk * CHUNK;
              int columns = Math.min(CHUNK, width - from);
              // The output is the buffer: what is read there is overwritten with what comes of it.
              for (int row = 0; row < rows; row++) {
                features.copyRow(row, from, columns, output.data(), output.at(row, from));
              }
              for (int c = from; c < from + columns; c++) {
                pusher.replace(output, c, scale);
              }
            },
            work);
    return new PushedFeatures(output, account);
  }

  static void checkRows(CsrGraph graph, Features features) {
    Require.that(
        features.rows() == graph.nodeCount(),
        "features have %d rows, graph has %d nodes",
        features.rows(),
        graph.nodeCount());
  }

  private void replace(DenseFeatures matrix, int at, double[] scale) {
    MemorySegment data = matrix.data();
    for (int node = 0; node < column.length; node++) {
      column[node] = data.get(FLOAT, matrix.at(node, at)) / scale[node];
    }
    Arrays.fill(result, 0);
    push(at, column, result);
    for (int node = 0; node < column.length; node++) {
      data.set(FLOAT, matrix.at(node, at), (float) (scale[node] * result[node]));
    }
  }
}
