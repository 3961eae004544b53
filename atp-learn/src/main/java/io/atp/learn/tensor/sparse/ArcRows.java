package io.atp.learn.tensor.sparse;

import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.WeightedRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Row i of `diag(left) A diag(right)`: the neighbours of node i as stored, without the node.
record ArcRows(CsrGraph graph, float[] left, float[] right) implements SparseOperand {
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
    return graph.offset(row);
  }

  @Override
  public void stage(int row, WeightedRows list) {
    long first = graph.offset(row);
    int count = (int) (graph.offset(row + 1) - first);
    list.reset(count);
    int[] rows = list.rows();
    float[] weights = list.weights();
    MemorySegment targets = graph.targets();
    for (int k = 0; k < count; k++) {
      int target = targets.get(INT, (first + k) * Integer.BYTES);
      rows[k] = target;
      weights[k] = right[target];
    }
    list.count(count);
    list.scale(left[row]);
  }
}
