package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttentionKernelsTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int NODES = 9;
  private static final int[] IDS = {4, 0, 8, 4, 7, 1, 2};
  private static final float SLOPE = 0.2f;

  @BeforeAll
  static void vectorModule() {
    assumeTrue(Kernels.vectorModulePresent(), "skipped: the JVM has no jdk.incubator.vector");
  }

  /// All that one edition makes of the same numbers.
  private record Made(float[] w, float[] largest, double[] sums) {
    Made(int heads) {
      this(new float[IDS.length * heads], new float[heads], new double[heads]);
    }
  }

  private interface Step {
    void run(AttentionKernels kernels, Made made);
  }

  private static Made made(AttentionKernels kernels, int heads, float[] w, Step step) {
    var made = new Made(heads);
    System.arraycopy(w, 0, made.w(), 0, w.length);
    step.run(kernels, made);
    return made;
  }

  private static Made agreed(int heads, float[] w, Step step) {
    Made plain = made(new ScalarAttention(), heads, w, step);
    Made lanes = made(new VectorAttention(), heads, w, step);
    assertThat(lanes.w()).isEqualTo(plain.w());
    assertThat(lanes.largest()).isEqualTo(plain.largest());
    assertThat(lanes.sums()).isEqualTo(plain.sums());
    return plain;
  }

  /// The definitions in double, and the very same bits of both editions; scores so far apart that
  /// some exponentials are 0.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 12, 16, 24})
  void bothEditionsAttendAlike(int heads) {
    try (Workspace work = Workspace.open(1)) {
      WeightedRows list = list();
      float[] own = floats(heads, 1, 60);
      RowSource x = rows(work, heads, 2, 60);
      float[] scores =
          agreed(heads, new float[0], (it, m) -> it.scores(own, x, list, SLOPE, m.w())).w();
      Made soft =
          agreed(heads, scores, (it, m) -> it.softmax(m.w(), IDS.length, m.largest(), m.sums()));
      Made sloped =
          agreed(heads, soft.w(), (it, m) -> it.takeSlopes(own, x, list, SLOPE, m.w(), m.sums()));
      for (int head = 0; head < heads; head++) {
        double sum = 0;
        double slopes = 0;
        for (int k = 0; k < IDS.length; k++) {
          int at = k * heads + head;
          double q = own[head] + x.data().get(FLOAT, x.at(IDS[k]) + 4L * head);
          double lambda = q > 0 ? 1 : SLOPE;
          assertThat((double) scores[at]).isCloseTo(lambda * q, within(1e-5));
          assertThat(scores[at]).isLessThanOrEqualTo(soft.largest()[head]);
          double exponential = Math.exp(scores[at] - soft.largest()[head]);
          assertThat((double) soft.w()[at]).isCloseTo(exponential, within(1e-6));
          assertThat((double) sloped.w()[at]).isCloseTo(lambda * exponential, within(1e-6));
          sum += exponential;
          slopes += lambda * exponential;
        }
        assertThat(soft.sums()[head]).isCloseTo(sum, within(1e-5)).isGreaterThanOrEqualTo(1);
        assertThat(sloped.sums()[head]).isCloseTo(slopes, within(1e-5));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 8, 16, 24})
  void bothEditionsRecallCoefficientsAlike(int heads) {
    try (Workspace work = Workspace.open(1)) {
      WeightedRows list = list();
      float[] scores = floats(IDS.length * heads, 1, 3);
      RowSource facts = rows(work, AttentionKernels.FACTS * heads, 2, 3);
      Made made = agreed(heads, scores, (it, m) -> it.recall(m.w(), facts, list, SLOPE, m.sums()));
      for (int head = 0; head < heads; head++) {
        double sum = 0;
        for (int k = 0; k < IDS.length; k++) {
          int at = k * heads + head;
          long from = facts.at(IDS[k]) + 4L * head;
          double largest = facts.data().get(FLOAT, from);
          double inverse = facts.data().get(FLOAT, from + 4L * heads);
          double c = facts.data().get(FLOAT, from + 8L * heads);
          double alpha = Math.exp(scores[at] - largest) * inverse;
          assertThat((double) made.w()[at]).isCloseTo(alpha, within(1e-5 * Math.abs(alpha)));
          sum += (scores[at] > 0 ? 1 : SLOPE) * alpha * c;
        }
        assertThat(made.sums()[head]).isCloseTo(sum, within(1e-3));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 8, 16, 24})
  void bothEditionsDropTheHeadsWhoseHashIsBelow(int heads) {
    float[] weights = floats(IDS.length * heads, 1, 1);
    long bound = (long) (0.6 * 0x1p53);
    long[] hashes = LongStream.range(0, IDS.length).map(k -> StatelessHash.of(5, k)).toArray();
    Step step = (it, m) -> it.drop(m.w(), IDS.length, heads, hashes, bound);
    float[] dropped = agreed(heads, weights, step).w();
    for (int k = 0; k < IDS.length; k++) {
      for (int head = 0; head < heads; head++) {
        double unit = StatelessHash.unit(StatelessHash.of(5, k, head));
        int at = k * heads + head;
        assertThat(dropped[at]).isEqualTo(unit < 0.6 ? 0 : weights[at]);
      }
    }
  }

  @Test
  void theEndsOfTheExponentialAreAlike() {
    float[] scores = {0, -0.0f, -104, -103.9f, -200, -1e-30f, -88, Float.NEGATIVE_INFINITY};
    float[] w = new float[16];
    System.arraycopy(scores, 0, w, 0, 8);
    Step step = (it, m) -> it.softmax(m.w(), 2, m.largest(), m.sums());
    Made made = agreed(8, w, step);
    assertThat(made.sums()).doesNotContain(Double.NaN);
    w[3] = Float.NaN;
    assertThat(agreed(8, w, step).sums()[3]).isNaN();
  }

  @Test
  void aRowThatIsNotThereIsRefused() {
    try (Workspace work = Workspace.open(1)) {
      WeightedRows list = list();
      list.rows()[2] = NODES;
      RowSource x = rows(work, 8, 2, 1);
      for (AttentionKernels kernels :
          new AttentionKernels[] {new ScalarAttention(), new VectorAttention()}) {
        assertThatThrownBy(
                () -> kernels.scores(new float[8], x, list, SLOPE, new float[8 * IDS.length]))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  private static WeightedRows list() {
    var list = new WeightedRows();
    list.reset(IDS.length);
    System.arraycopy(IDS, 0, list.rows(), 0, IDS.length);
    list.count(IDS.length);
    return list;
  }

  /// In (−reach, reach).
  private static float[] floats(int count, long seed, float reach) {
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = reach * (float) (2 * StatelessHash.unit(StatelessHash.of(seed, i)) - 1);
    }
    return floats;
  }

  private static RowSource rows(Workspace work, int columns, long seed, float reach) {
    MemorySegment segment = work.allocateFloats(NODES * columns);
    MemorySegment.copy(floats(NODES * columns, seed, reach), 0, segment, FLOAT, 0, NODES * columns);
    return new RowSource(segment, NODES, columns, 0, columns);
  }
}
