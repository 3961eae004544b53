package io.atp.learn.model.input;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// One or more matrices with a row per node, of which a batch takes the rows it needs. They may lie
/// in memory or in a mapped file.
public record HopInputs(List<DenseFeatures> matrices) {
  public HopInputs {
    matrices = List.copyOf(matrices);
    Require.that(!matrices.isEmpty(), "a backbone needs at least one matrix of features");
  }

  public int count() {
    return matrices.size();
  }

  public int width(int index) {
    return matrices.get(index).width();
  }

  public int nodeCount() {
    return matrices.getFirst().rows();
  }

  /// Rows of the nodes from every matrix, in order.
  public List<Tensor> rows(Tape tape, int[] nodes) {
    List<Tensor> batch = new ArrayList<>();
    for (int i = 0; i < matrices.size(); i++) {
      batch.add(rows(tape, i, nodes));
    }
    return batch;
  }

  /// Rows of the nodes from one matrix.
  public Tensor rows(Tape tape, int index, int[] nodes) {
    DenseFeatures from = matrices.get(index);
    Matrix into = tape.borrow(nodes.length, from.width());
    long rowBytes = (long) from.width() * Float.BYTES;
    tape.engine()
        .workers()
        .forEachRange(
            nodes.length,
            512,
            (first, end) -> {
              for (int i = first; i < end; i++) {
                MemorySegment.copy(
                    from.data(), from.at(nodes[i], 0), into.data(), into.at(i), rowBytes);
              }
            });
    return tape.input(into);
  }
}
