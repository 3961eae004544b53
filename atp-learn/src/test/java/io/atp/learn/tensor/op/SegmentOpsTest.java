package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.GradientCheck.check;
import static io.atp.learn.tensor.GradientCheck.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.sparse.Segments;
import org.junit.jupiter.api.Test;

class SegmentOpsTest {
  /// Of three rows, none, one and two.
  private static final Segments SEGMENTS = new Segments(new int[] {0, 3, 3, 4, 6});

  private static final float[][] X = {{1, 8}, {5, -2}, {3, 8}, {-7, 0}, {-1, -1}, {-2, -1}};

  @Test
  void sumsMeansAndMaximaOfASmallMatrix() {
    assertThat(Probed.of(1, x -> SegmentSum.of(SEGMENTS, x.getFirst()), X).value())
        .isDeepEqualTo(new float[][] {{9, 14}, {0, 0}, {-7, 0}, {-3, -2}});
    assertThat(Probed.of(1, x -> SegmentMean.of(SEGMENTS, x.getFirst()), X).value()[0][0])
        .isEqualTo(3);
    assertThat(Probed.of(1, x -> SegmentMean.of(SEGMENTS, x.getFirst()), X).value()[1])
        .containsExactly(0, 0);
    assertThat(Probed.of(1, x -> SegmentMax.of(SEGMENTS, x.getFirst()), X).value())
        .isDeepEqualTo(new float[][] {{5, 8}, {0, 0}, {-7, 0}, {-1, -1}});
  }

  @Test
  void gradientsAgreeWithDifferences() {
    check(1e-3, x -> SegmentSum.of(SEGMENTS, x.getFirst()), entries(6, 3, 1));
    check(1e-3, x -> SegmentMean.of(SEGMENTS, x.getFirst()), entries(6, 3, 2));
    check(1e-3, x -> SegmentMax.of(SEGMENTS, x.getFirst()), entries(6, 3, 5));
    // Twice from one source: the second contribution is added to the first.
    check(
        1e-3,
        x -> Add.of(SegmentSum.of(SEGMENTS, x.getFirst()), SegmentMean.of(SEGMENTS, x.getFirst())),
        entries(6, 3, 3));
  }

  /// Column 1: rows 0 and 2 tie at 8, rows 4 and 5 at −1.
  @Test
  void aTieGoesToTheFirst() {
    float[][] gradient =
        Probed.of(2, x -> SegmentMax.of(SEGMENTS, x.getFirst()), X).gradients().getFirst();
    assertThat(gradient[0][1]).isEqualTo(ProbeLoss.weight(0, 1));
    assertThat(gradient[2][1]).isZero();
    assertThat(gradient[4][1]).isEqualTo(ProbeLoss.weight(3, 1));
    assertThat(gradient[5][1]).isZero();
  }

  @Test
  void oneTwoAndSevenThreadsGiveTheSameBytes() {
    int[] offsets = new int[401];
    for (int g = 1; g <= 400; g++) {
      offsets[g] = offsets[g - 1] + (g == 7 ? 2000 : g % 5);
    }
    Segments segments = new Segments(offsets);
    float[][] x = entries(segments.rows(), 50, 4);
    Probed one = all(1, segments, x);
    assertThat(all(2, segments, x).sameBits(one)).isTrue();
    assertThat(all(7, segments, x).sameBits(one)).isTrue();
  }

  private static Probed all(int threads, Segments segments, float[][] input) {
    return Probed.of(
        threads,
        x ->
            Add.of(
                SegmentSum.of(segments, x.getFirst()),
                Add.of(
                    SegmentMean.of(segments, x.getFirst()), SegmentMax.of(segments, x.getFirst()))),
        input);
  }

  @Test
  void segmentsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> new Segments(new int[] {0, 3, 2}))
        .hasMessage("segment 1 runs from row 3 to 2");
    assertThatThrownBy(
            () -> Probed.of(1, x -> SegmentSum.of(SEGMENTS, x.getFirst()), entries(5, 1, 1)))
        .hasMessage("segments cover 6 rows, the matrix has 5");
  }
}
