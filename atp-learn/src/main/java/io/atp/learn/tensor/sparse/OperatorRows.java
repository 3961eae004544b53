package io.atp.learn.tensor.sparse;

import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.WeightedRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Row i of `diag(left) (A + I) diag(right)`: the node itself, then its neighbours as stored.
record OperatorRows(CsrGraph graph, float[] left, float[] right) implements SparseOperand {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  @Override
  public int rows() {
    return graph.nodeCount();
  }

  @Override
  public int columns() {
    return graph.nodeCount();
  }

  @Override
  public long offset(int row) {
    return graph.offset(row) + row;
  }

  @Override
  public void stage(int row, WeightedRows list) {
    long first = graph.offset(row);
    int count = (int) (graph.offset(row + 1) - first) + 1;
    list.reset(count);
    int[] rows = list.rows();
    float[] weights = list.weights();
    rows[0] = row;
    weights[0] = right[row];
    MemorySegment.copy(graph.targets(), INT, first * Integer.BYTES, rows, 1, count - 1);
    for (int k = 1; k < count; k++) {
      weights[k] = right[rows[k]];
    }
    list.count(count);
    list.scale(left[row]);
  }
}
