package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.check;
import static io.atp.learn.tensor.GradientCheck.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparseMatrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseMatMulTest {
  @Test
  void theWeightsReceiveTheTransposeTimesTheGradient() {
    try (Workspace work = Workspace.open(1)) {
      SparseMatrix x = SparseMatrix.of(features(dense(6, 9), work), work);
      check(1e-3, w -> SparseMatMul.of(x, w.getFirst()), entries(9, 4, 1));
      check(
          1e-3, w -> SparseMatMul.of(x, w.getFirst(), new SparseDropout(0.5, 3)), entries(9, 4, 1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 64, 70})
  void itAgreesWithTheDenseProduct(int width) {
    try (Workspace work = Workspace.open(2)) {
      float[][] dense = dense(50, 80);
      SparseMatrix x = SparseMatrix.of(features(dense, work), work);
      Probed ours = Probed.of(2, w -> SparseMatMul.of(x, w.getFirst()), entries(80, width, 2));
      assertThat(ours.distanceTo(product(dense, entries(80, width, 2)))).isLessThan(1e-5);
    }
  }

  @Test
  void chosenRowsAreThoseRows() {
    try (Workspace work = Workspace.open(1)) {
      float[][] dense = dense(20, 30);
      int[] chosen = {7, 3, 3, 19, 0};
      float[][] some = new float[chosen.length][];
      for (int i = 0; i < chosen.length; i++) {
        some[i] = dense[chosen[i]];
      }
      SparseMatrix x = SparseMatrix.of(features(dense, work), chosen, work);
      Probed ours = Probed.of(1, w -> SparseMatMul.of(x, w.getFirst()), entries(30, 5, 2));
      assertThat(ours.distanceTo(product(some, entries(30, 5, 2)))).isLessThan(1e-5);
      SparseFeatures all = features(dense, work);
      assertThatThrownBy(() -> SparseMatrix.of(all, new int[] {20}, work))
          .hasMessage("row 20 was chosen of features with 20 rows");
    }
  }

  /// The dense product with the entries that the hash leaves out set to zero.
  @Test
  void dropoutActsOnStoredEntriesAlikeBothWays() {
    try (Workspace work = Workspace.open(2)) {
      float[][] dense = dense(40, 60);
      SparseMatrix x = SparseMatrix.of(features(dense, work), work);
      SparseDropout dropout = new SparseDropout(0.25, 17);
      Probed ours = Probed.of(2, w -> SparseMatMul.of(x, w.getFirst(), dropout), entries(60, 8, 2));
      for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 60; j++) {
          dense[i][j] = dropout.keeps(i, j) ? dense[i][j] / 0.75f : 0;
        }
      }
      assertThat(ours.distanceTo(product(dense, entries(60, 8, 2)))).isLessThan(1e-5);
    }
  }

  @Test
  void headsWithMasksOfTheirOwnAreAsManyProducts() {
    try (Workspace work = Workspace.open(2)) {
      SparseMatrix x = SparseMatrix.of(features(dense(90, 60), work), work);
      List<SparseDropout> masks =
          IntStream.range(0, 5).mapToObj(head -> new SparseDropout(0.4, head)).toList();
      for (int width : new int[] {3, 8}) {
        float[][] weights = entries(60, 5 * width, 2);
        Probed apart =
            Probed.of(
                1,
                w ->
                    Concat.of(
                        IntStream.range(0, 5)
                            .mapToObj(
                                head ->
                                    SparseMatMul.of(
                                        x,
                                        SliceColumns.of(
                                            w.getFirst(), head * width, (head + 1) * width),
                                        masks.get(head)))
                            .toList()),
                weights);
        Probed one = Probed.of(1, w -> SparseHeads.of(x, w.getFirst(), masks), weights);
        assertThat(one.distanceTo(apart)).isLessThan(1e-6);
        for (int threads : new int[] {2, 7}) {
          Probed many = Probed.of(threads, w -> SparseHeads.of(x, w.getFirst(), masks), weights);
          assertThat(many.sameBits(one)).isTrue();
        }
      }
      List<SparseDropout> unequal = List.of(masks.getFirst(), SparseDropout.NONE);
      assertThatThrownBy(
              () -> Probed.of(1, w -> SparseHeads.of(x, w.getFirst(), unequal), entries(60, 4, 2)))
          .hasMessage("all heads leave out the same share of entries, the first 0.4");
    }
  }

  @Test
  void layersLoseTogetherWhatTheyLoseOneByOne() {
    for (double share : new double[] {0, 0.1, 0.6, 0.99}) {
      SparseDropout dropout = new SparseDropout(share, 9);
      for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 40; j++) {
          float[] weights = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
          long[] hashes = {dropout.hash(i, j), dropout.hash(j, i)};
          dropout.drop(weights, 2, 8, hashes);
          for (int at = 0; at < 16; at++) {
            boolean kept = at < 8 ? dropout.keeps(i, j, at) : dropout.keeps(j, i, at - 8);
            assertThat(weights[at]).isEqualTo(kept ? at + 1 : 0);
          }
        }
      }
    }
  }

  @Test
  void nothingIsDroppedWhileJudging() {
    assertThat(SparseDropout.of(0.5, Phase.judging())).isEqualTo(SparseDropout.NONE);
    Phase training = Phase.training(1);
    SparseDropout first = SparseDropout.of(0.5, training);
    assertThat(first.share()).isEqualTo(0.5);
    assertThat(SparseDropout.of(0.5, training).seed()).isNotEqualTo(first.seed());
    assertThatThrownBy(() -> new SparseDropout(1, 0))
        .hasMessage("a dropout share lies in [0, 1), got 1.0");
  }

  @Test
  void oneTwoAndSevenThreadsGiveTheSameBytes() {
    try (Workspace work = Workspace.open(2)) {
      SparseMatrix x = SparseMatrix.of(features(dense(700, 300), work), work);
      Probed one = Probed.of(1, w -> SparseMatMul.of(x, w.getFirst()), entries(300, 65, 2));
      for (int threads : new int[] {2, 7}) {
        Probed many =
            Probed.of(threads, w -> SparseMatMul.of(x, w.getFirst()), entries(300, 65, 2));
        assertThat(many.sameBits(one)).as("%d threads", threads).isTrue();
      }
    }
  }

  private static Probed product(float[][] dense, float[][] weights) {
    return Probed.of(
        1,
        w ->
            MatMul.of(w.getFirst().tape().constant(Matrix.of(dense, Arena.ofAuto())), w.getFirst()),
        weights);
  }

  /// One entry in five is set; row 1 and the last column are empty.
  private static float[][] dense(int rows, int columns) {
    float[][] dense = new float[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j + 1 < columns && i != 1; j++) {
        double unit = StatelessHash.unit(StatelessHash.of(31, i, j));
        dense[i][j] = unit < 0.2 ? (float) (5 * unit + 0.1) : 0;
      }
    }
    return dense;
  }

  private static SparseFeatures features(float[][] dense, Workspace work) {
    int count = 0;
    for (float[] row : dense) {
      for (float value : row) {
        count += value != 0 ? 1 : 0;
      }
    }
    MemorySegment offsets = work.allocateLongs(dense.length + 1L);
    MemorySegment columns = work.allocateInts(count);
    MemorySegment values = work.allocateFloats(count);
    int at = 0;
    for (int i = 0; i < dense.length; i++) {
      for (int j = 0; j < dense[i].length; j++) {
        if (dense[i][j] != 0) {
          columns.setAtIndex(ValueLayout.JAVA_INT, at, j);
          values.setAtIndex(ValueLayout.JAVA_FLOAT, at++, dense[i][j]);
        }
      }
      offsets.setAtIndex(ValueLayout.JAVA_LONG, i + 1, at);
    }
    return new SparseFeatures(dense.length, dense[0].length, offsets, columns, values).check();
  }
}
