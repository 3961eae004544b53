package io.atp.learn.experiment;

import io.atp.learn.evaluate.ClassRows;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Logits of the nodes that are judged, asked for by node.
///
/// @param nodeCount of the graph
/// @param nodes rising; row `i` of the logits is that of `nodes[i]`
record JudgedLogits(int nodeCount, int[] nodes, Matrix logits) implements ClassRows {
  @Override
  public int rows() {
    return nodeCount;
  }

  @Override
  public int classes() {
    return logits.columns();
  }

  @Override
  public double get(int node, int label) {
    return logits.get(row(node), label);
  }

  void copyRow(int node, Matrix into, int row) {
    MemorySegment.copy(logits.data(), logits.at(row(node)), into.data(), into.at(row), into.at(1));
  }

  private int row(int node) {
    int row = Arrays.binarySearch(nodes, node);
    if (row < 0) {
      throw new IllegalArgumentException("node %d was not judged".formatted(node));
    }
    return row;
  }
}
