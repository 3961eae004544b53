package io.atp.learn.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.EgoLayer.Activation;
import io.atp.learn.model.layer.EgoLayer.Kind;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.sparse.SparseRows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EgoLayerTest {
  private static final float[][] H = {{1, -2, 0.5f}, {0, 1, 2}, {3, 1, -1}};

  /// A path 0–1–2 with loops, in the order a subgraph lists them.
  private static final int[] OFFSETS = {0, 2, 5, 7};

  private static final int[] COLUMNS = {0, 1, 1, 0, 2, 2, 1};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private static SparseRows path(float... weights) {
    return new SparseRows(OFFSETS, COLUMNS, weights, 3);
  }

  private static SparseRows means() {
    return path(1 / 2f, 1 / 2f, 1 / 3f, 1 / 3f, 1 / 3f, 1 / 2f, 1 / 2f);
  }

  private float[][] apply(EgoLayer layer, SparseRows operator) {
    try (Tape tape = engine.tape()) {
      Tensor h = tape.constant(Matrix.of(H, work.arena()));
      return layer.apply(operator, MatMul.of(h, layer.weight(tape))).value().toArray();
    }
  }

  /// Scores that are all alike make a mean of attention, and a SAGE layer of one of GAT.
  @Test
  void withoutScoresAttentionIsTheMeanOfANodeAndItsNeighbours() {
    try (var store = new ParameterStore(3);
        var other = new ParameterStore(4)) {
      EgoLayer gat = EgoLayer.create(store, "l", Kind.GAT, Activation.ELU, 3, 8);
      EgoLayer sage = EgoLayer.create(other, "l", Kind.SAGE, Activation.ELU, 3, 8);
      other.values().forEach((name, value) -> value.copyFrom(store.values().get(name).toArray()));
      assertThat(differ(apply(gat, means()), apply(sage, means()))).isTrue();
      store.values().get("l.neighbour.receiver").fill(0);
      store.values().get("l.neighbour.sender").fill(0);
      float[][] expected = apply(sage, means());
      float[][] actual = apply(gat, means());
      for (int i = 0; i < 3; i++) {
        assertThat(actual[i]).containsExactly(expected[i], within(1e-5f));
      }
    }
  }

  /// Who listens to whom matters to attention, and nothing else of M.
  @Test
  void attentionDoesNotLookAtTheEntriesOfTheOperator() {
    SparseRows others = path(7, 6, 5, 4, 3, 2, 1);
    try (var store = new ParameterStore(3)) {
      for (Kind kind : Kind.values()) {
        EgoLayer layer = EgoLayer.create(store, kind.name(), kind, Activation.RELU, 3, 4);
        assertThat(differ(apply(layer, means()), apply(layer, others)))
            .as("%s", kind)
            .isEqualTo(kind != Kind.GAT);
      }
    }
  }

  private static boolean differ(float[][] a, float[][] b) {
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        if (Math.abs(a[i][j] - b[i][j]) > 1e-3) {
          return true;
        }
      }
    }
    return false;
  }

  @ParameterizedTest
  @EnumSource
  void everyParameterIsListedOnce(Kind kind) {
    try (var store = new ParameterStore(3)) {
      EgoLayer layer = EgoLayer.create(store, "l", kind, Activation.RELU, 3, 4);
      assertThat(layer.parameters())
          .extracting(Parameter::name)
          .containsExactlyInAnyOrderElementsOf(
              store.parameters().stream().map(Parameter::name).toList());
    }
  }
}
