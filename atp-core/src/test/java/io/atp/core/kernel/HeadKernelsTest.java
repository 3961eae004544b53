package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.atp.core.kernel.HeadKernels.LeakyScores;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadKernelsTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int AT = 3;
  private static final float SLOPE = 0.2f;

  @BeforeAll
  static void vectorModule() {
    assumeTrue(Kernels.vectorModulePresent(), "skipped: the JVM has no jdk.incubator.vector");
  }

  /// The definitions in double, on rows that are not aligned.
  @ParameterizedTest
  @CsvSource({"1, 7", "1, 16", "1, 40", "8, 8", "3, 8", "5, 4", "9, 2", "20, 1", "2, 17", "3, 40"})
  void bothEditionsGiveTheSumsOfTheirHeads(int heads, int width) {
    try (Workspace work = Workspace.open(1)) {
      int columns = heads * width;
      MemorySegment x = random(work, columns + 1, 1);
      MemorySegment y = random(work, columns + 1, 2);
      float[] a = floats(columns, 3);
      float[] d = floats(heads + HeadKernels.SLACK, 4);
      LeakyScores of = new LeakyScores(a, SLOPE, heads, width);
      for (HeadKernels kernels :
          new HeadKernels[] {new ScalarHeadKernels(), new VectorHeadKernels()}) {
        float[] dots = new float[AT + heads + HeadKernels.SLACK];
        float[] scores = dots.clone();
        float[] dQ = floats(columns, 5);
        float[] dA = floats(columns, 6);
        kernels.dots(x, 4, y, 4, heads, width, dots, AT);
        kernels.scores(x, 4, y, 4, of, scores, AT);
        kernels.scoreGradients(x, 4, y, 4, of, d, dQ, dA);
        for (int head = 0; head < heads; head++) {
          double dot = 0;
          double score = 0;
          for (int c = head * width; c < (head + 1) * width; c++) {
            double own = x.get(FLOAT, 4 * (c + 1L));
            double other = y.get(FLOAT, 4 * (c + 1L));
            double lambda = own + other > 0 ? 1 : SLOPE;
            dot += own * other;
            score += a[c] * lambda * (own + other);
            assertThat((double) dQ[c])
                .isCloseTo(floats(columns, 5)[c] + d[head] * lambda * a[c], within(1e-6));
            assertThat((double) dA[c])
                .isCloseTo(floats(columns, 6)[c] + d[head] * lambda * (own + other), within(1e-6));
          }
          assertThat((double) dots[AT + head]).isCloseTo(dot, within(1e-5));
          assertThat((double) scores[AT + head]).isCloseTo(score, within(1e-5));
        }
        assertThat(dots[AT - 1]).isZero();
        assertThatThrownBy(() -> kernels.dots(x, 8, y, 4, heads, width, dots, AT))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  /// A list of rows at once, some of them twice, gives the very bits of one after the other.
  @ParameterizedTest
  @CsvSource({"1, 10", "8, 8", "4, 8", "16, 1", "2, 16", "4, 4", "3, 8", "8, 7", "2, 40"})
  void aListGivesTheBitsOfItsRows(int heads, int width) {
    try (Workspace work = Workspace.open(1)) {
      int columns = heads * width;
      MemorySegment x = random(work, columns + 1, 1);
      var rows = new RowSource(random(work, 9 * columns, 2), 9, columns, 0, columns);
      int[] ids = {4, 0, 8, 4, 7, 1};
      var list = new WeightedRows();
      list.reset(ids.length);
      System.arraycopy(ids, 0, list.rows(), 0, ids.length);
      list.count(ids.length);
      int results = ids.length * heads;
      float[] d = floats(results + HeadKernels.SLACK, 4);
      LeakyScores of = new LeakyScores(floats(columns, 3), SLOPE, heads, width);
      for (HeadKernels kernels :
          new HeadKernels[] {new ScalarHeadKernels(), new VectorHeadKernels()}) {
        float[][] all = buffers(results, columns);
        kernels.dots(x, 4, rows, list, heads, width, all[0]);
        kernels.scores(x, 4, rows, list, of, all[1]);
        kernels.scoreGradients(x, 4, rows, list, of, d, all[2], all[3]);
        float[][] one = buffers(results, columns);
        for (int k = 0; k < ids.length; k++) {
          long at = 4L * columns * ids[k];
          kernels.dots(x, 4, rows.data(), at, heads, width, one[0], k * heads);
          kernels.scores(x, 4, rows.data(), at, of, one[1], k * heads);
          float[] own = Arrays.copyOfRange(d, k * heads, (k + 1) * heads + HeadKernels.SLACK);
          kernels.scoreGradients(x, 4, rows.data(), at, of, own, one[2], one[3]);
        }
        for (int i = 0; i < all.length; i++) {
          int length = i < 2 ? results : columns;
          assertThat(Arrays.copyOf(all[i], length)).isEqualTo(Arrays.copyOf(one[i], length));
        }
        list.rows()[2] = 9;
        assertThatThrownBy(() -> kernels.scores(x, 4, rows, list, of, all[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
        list.rows()[2] = 8;
      }
    }
  }

  private static float[][] buffers(int results, int columns) {
    return new float[][] {
      new float[results + HeadKernels.SLACK],
      new float[results + HeadKernels.SLACK],
      floats(columns, 5),
      floats(columns, 6)
    };
  }

  private static float[] floats(int count, long seed) {
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = (float) (2 * StatelessHash.unit(StatelessHash.of(seed, i)) - 1);
    }
    return floats;
  }

  private static MemorySegment random(Workspace work, int count, long seed) {
    MemorySegment segment = work.allocateFloats(count);
    MemorySegment.copy(floats(count, seed), 0, segment, FLOAT, 0, count);
    return segment;
  }
}
