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
