package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.op.OpValues.close;
import static io.atp.learn.tensor.op.OpValues.m;
import static io.atp.learn.tensor.op.OpValues.r;
import static io.atp.learn.tensor.op.OpValues.refused;
import static io.atp.learn.tensor.op.OpValues.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseRows;
import org.junit.jupiter.api.Test;

class NeighbourMaxTest {
  /// Row 0 lists 1 and 2, row 1 nobody, row 2 all three.
  private final SparseRows neighbours =
      new SparseRows(
          new int[] {0, 2, 2, 5}, new int[] {1, 2, 0, 1, 2}, new float[] {1, 1, 1, 1, 1}, 3);

  private final float[][] x = m(r(-3, 5), r(-2, -1), r(-4, -1));

  @Test
  void eachColumnHasItsOwnLargest() {
    close(value(t -> NeighbourMax.of(neighbours, t.get(0)), x), r(-2, -1), r(0, 0), r(-2, 5));
  }

  @Test
  void thoseWhoAttainItShareTheGradient() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      Tensor leaf = tape.variable(OpCase.matrix(x));
      tape.backward(Sum.of(NeighbourMax.of(neighbours, leaf)));
      assertThat(leaf.gradient().toArray())
          .isDeepEqualTo(new float[][] {{0, 1}, {2, 0.5f}, {0, 0.5f}});
    }
  }

  @Test
  void neighboursOfAnotherGraphAreRefused() {
    refused(
        "neighbours among 3 nodes do not fit 1 × 2",
        t -> NeighbourMax.of(neighbours, t.get(0)),
        m(r(1, 2)));
  }
}
