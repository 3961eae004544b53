package io.atp.learn.model.input;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One or more matrices with a row per node, of which a batch takes the rows it needs. They may lie
/// in memory or in a mapped file.
///
/// @param nodes whose rows these are, rising; null where row `i` is node `i`
public record HopInputs(List<DenseFeatures> matrices, int[] nodes) {
  public HopInputs {
    matrices = List.copyOf(matrices);
    Require.that(!matrices.isEmpty(), "a backbone needs at least one matrix of features");
  }

  /// A row for every node.
  public HopInputs(List<DenseFeatures> matrices) {
    this(matrices, null);
  }

  public int count() {
    return matrices.size();
  }

  public int width(int index) {
    return matrices.get(index).width();
  }

  /// How many nodes there are rows of.
  public int nodeCount() {
    return matrices.getFirst().rows();
  }

  /// Rows of the nodes from every matrix, in order.
  public List<Tensor> rows(Tape tape, int[] asked) {
    List<Tensor> batch = new ArrayList<>();
    for (int i = 0; i < matrices.size(); i++) {
      batch.add(rows(tape, i, asked));
    }
    return batch;
  }

  /// Rows of the nodes from one matrix.
  public Tensor rows(Tape tape, int index, int[] asked) {
    DenseFeatures from = matrices.get(index);
    Matrix into = tape.borrow(asked.length, from.width());
    long rowBytes = (long) from.width() * Float.BYTES;
    tape.engine()
        .workers()
        .forEachRange(
            asked.length,
            512,
            (first, end) -> {
              for (int i = first; i < end; i++) {
                MemorySegment.copy(
                    from.data(), from.at(row(asked[i]), 0), into.data(), into.at(i), rowBytes);
              }
            });
    from.release(0, from.rows(), 0, from.width()); // a mapped file leaves no pages behind
    return tape.input(into);
  }

  private int row(int node) {
    if (nodes == null) {
      return node;
    }
    int row = Arrays.binarySearch(nodes, node);
    if (row < 0) {
      throw new IllegalArgumentException(
          "node %d is not one of the %d nodes whose rows were kept".formatted(node, nodes.length));
    }
    return row;
  }
}
