package io.atp.learn.model.layer;

import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// A row per node that training writes and reads again later; gradients do not reach it.
///
/// It lives in the store, so that a run taken up again remembers what the first one did.
public record History(Matrix rows) {
  /// All rows 0.
  public static History create(ParameterStore store, String name, int nodes, int columns) {
    return new History(store.passing(name, nodes, columns));
  }

  /// A copy of the rows of the nodes, as a constant.
  public Tensor rows(Tape tape, int[] nodes) {
    Matrix copy = tape.borrow(nodes.length, rows.columns());
    for (int i = 0; i < nodes.length; i++) {
      MemorySegment.copy(rows.data(), rows.at(nodes[i]), copy.data(), copy.at(i), rows.at(1));
    }
    return tape.constant(copy);
  }

  /// @param values a row for each node
  public void remember(int[] nodes, Matrix values) {
    for (int i = 0; i < nodes.length; i++) {
      MemorySegment.copy(values.data(), values.at(i), rows.data(), rows.at(nodes[i]), rows.at(1));
    }
  }
}
