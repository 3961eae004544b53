package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementKernelsTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// One float off the start, so that nothing is aligned.
  private static final long AT = 4;

  @BeforeAll
  static void vectorModule() {
    assumeTrue(Kernels.vectorModulePresent(), "skipped: the JVM has no jdk.incubator.vector");
  }

  private static List<ElementKernels> editions() {
    return List.of(Kernels.scalarElements(), Kernels.vectorElements());
  }

  /// Something done to `out` with two rows of inputs.
  private interface Loop {
    void run(ElementKernels kernels, MemorySegment out, MemorySegment a, MemorySegment b, int n);
  }

  private static Map<String, Loop> loops() {
    DropoutMask mask = new DropoutMask(5, (1L << 32) - 20, 0.7f);
    Map<String, Loop> loops = new LinkedHashMap<>();
    loops.put("add", (k, out, a, _, n) -> k.add(out, AT, a, AT, n));
    loops.put("multiply", (k, out, a, b, n) -> k.multiply(out, AT, a, AT, b, AT, n));
    loops.put("multiplyAdd", (k, out, a, b, n) -> k.multiplyAdd(out, AT, a, AT, b, AT, n));
    loops.put("relu", (k, out, a, _, n) -> k.relu(out, AT, a, AT, n));
    loops.put("reluGradient", (k, out, a, b, n) -> k.reluGradient(out, AT, a, AT, b, AT, n));
    loops.put("elu", (k, out, a, _, n) -> k.elu(out, AT, a, AT, n));
    loops.put("eluGradient", (k, out, a, b, n) -> k.eluGradient(out, AT, a, AT, b, AT, n));
    loops.put("leakyRelu", (k, out, a, _, n) -> k.leakyRelu(out, AT, a, AT, n, 0.2f));
    loops.put(
        "leakyReluGradient",
        (k, out, a, b, n) -> k.leakyReluGradient(out, AT, a, AT, b, AT, n, 0.2f));
    loops.put("exp", (k, out, a, _, n) -> k.exp(out, AT, a, AT, n));
    loops.put("sum", (k, out, a, _, n) -> out.set(FLOAT, 0, k.sum(a, AT, n)));
    loops.put("max", (k, out, a, _, n) -> out.set(FLOAT, 0, k.max(a, AT, n)));
    loops.put("softmaxRow", (k, out, a, _, n) -> k.softmaxRow(out, AT, a, AT, n));
    loops.put("softmaxRow in place", (k, out, _, _, n) -> k.softmaxRow(out, AT, out, AT, n));
    loops.put("logSoftmaxRow", (k, out, a, _, n) -> k.logSoftmaxRow(out, AT, a, AT, n));
    loops.put("logSoftmaxRow in place", (k, out, _, _, n) -> k.logSoftmaxRow(out, AT, out, AT, n));
    loops.put("dropout", (k, out, a, _, n) -> k.dropout(out, AT, a, AT, n, mask));
    loops.put("dropoutGradient", (k, out, a, _, n) -> k.dropoutGradient(out, AT, a, AT, n, mask));
    loops.put(
        "adam",
        (k, out, a, b, n) -> {
          // The second moment is a square.
          k.multiply(b, AT, b, AT, b, AT, n);
          AdamStep step = AdamStep.of(3, 0.01, 0.9, 0.999, 1e-8, 0.02, false);
          k.adam(out, AT, a, AT, a, AT, b, AT, n, step);
        });
    return loops;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 13, 16, 31, 40, 64, 207, 4098})
  void bothEditionsGiveTheSameBits(int length) {
    loops()
        .forEach(
            (name, loop) -> {
              try (Workspace work = Workspace.open(1)) {
                MemorySegment[] outs = new MemorySegment[2];
                for (int e = 0; e < 2; e++) {
                  outs[e] = random(work, length + 2, 1);
                  MemorySegment a = random(work, length + 2, 2);
                  MemorySegment b = random(work, length + 2, 3);
                  loop.run(editions().get(e), outs[e], a, b, length);
                }
                assertThat(outs[1].mismatch(outs[0])).as(name).isEqualTo(-1);
                // What lies behind the region is untouched.
                float behind = random(work, length + 2, 1).get(FLOAT, AT + 4L * length);
                assertThat(outs[1].get(FLOAT, AT + 4L * length)).as(name).isEqualTo(behind);
              }
            });
  }

  @Test
  void elementwiseLoopsAreTheirFormulas() {
    for (ElementKernels kernels : editions()) {
      try (Workspace work = Workspace.open(1)) {
        float[] x = {
          -2, -0f, 0, 3, Float.NaN, Float.NEGATIVE_INFINITY, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1
        };
        float[] ones = new float[x.length];
        Arrays.fill(ones, 1);
        MemorySegment in = work.arena().allocateFrom(ValueLayout.JAVA_FLOAT, x);
        MemorySegment one = work.arena().allocateFrom(ValueLayout.JAVA_FLOAT, ones);
        MemorySegment out = work.allocateFloats(x.length);
        kernels.relu(out, 0, in, 0, x.length);
        assertThat(floats(out)).startsWith(0, 0, 0, 3, Float.NaN, 0, 1).endsWith(9, 0);
        kernels.leakyRelu(out, 0, in, 0, x.length, 0.5f);
        assertThat(floats(out)).startsWith(-1, -0f, 0, 3, Float.NaN, Float.NEGATIVE_INFINITY, 1);
        out.fill((byte) 0);
        kernels.reluGradient(out, 0, in, 0, one, 0, x.length);
        kernels.reluGradient(out, 0, in, 0, one, 0, x.length);
        assertThat(floats(out)).startsWith(0, 0, 0, 2, 0, 0, 2).endsWith(2, 0);
        out.fill((byte) 0);
        kernels.leakyReluGradient(out, 0, in, 0, one, 0, x.length, 0.5f);
        assertThat(floats(out)).startsWith(0.5f, 0.5f, 0.5f, 1, 0.5f, 0.5f, 1);
        kernels.multiply(out, 0, in, 0, in, 0, x.length);
        kernels.multiplyAdd(out, 0, in, 0, one, 0, x.length);
        kernels.add(out, 0, one, 0, x.length);
        assertThat(floats(out)).startsWith(3, 1, 1, 13, Float.NaN, Float.NaN, 3).endsWith(91, 1);
      }
    }
  }

  @Test
  void sumsAndLargestEntriesAreExactOnWholeNumbers() {
    for (ElementKernels kernels : editions()) {
      try (Workspace work = Workspace.open(1)) {
        MemorySegment in = work.allocateFloats(1000);
        for (int length : new int[] {1, 7, 16, 17, 100, 1000}) {
          for (int i = 0; i < length; i++) {
            in.set(FLOAT, 4L * i, -1 - i);
          }
          assertThat(kernels.sum(in, 0, length)).isEqualTo(-length * (length + 1) / 2);
          assertThat(kernels.max(in, 0, length)).isEqualTo(-1);
        }
        assertThat(kernels.sum(in, 0, 0)).isZero();
        assertThat(kernels.max(in, 0, 0)).isEqualTo(Float.NEGATIVE_INFINITY);
        in.set(FLOAT, 4L * 18, Float.NaN);
        assertThat(kernels.max(in, 0, 19)).isNaN();
      }
    }
  }

  /// Every 3001st float for which the result is neither 0 nor infinite.
  @Test
  void theExponentialIsOffByLessThanAUnit() {
    double worst = 0;
    for (int sign = 0; sign < 2; sign++) {
      int end = Float.floatToRawIntBits(sign == 0 ? 88.7f : 103.9f);
      for (int bits = 0; bits < end; bits += 3001) {
        float x = Float.intBitsToFloat(bits) * (sign == 0 ? 1 : -1);
        double exact = Math.exp(x);
        worst = Math.max(worst, Math.abs(Exponential.of(x) - exact) / Math.ulp((float) exact));
      }
    }
    assertThat(worst).isLessThan(1);
    assertThat(Exponential.of(0)).isEqualTo(1);
    assertThat(Exponential.of(88.8f)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(Exponential.of(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(Exponential.of(-104)).isZero();
    assertThat(Exponential.of(Float.NEGATIVE_INFINITY)).isZero();
    assertThat(Exponential.of(Float.NaN)).isNaN();
  }

  @Test
  void theExponentialOfLanesKnowsTheEndsToo() {
    try (Workspace work = Workspace.open(1)) {
      float[] x = new float[64];
      for (int i = 0; i < x.length; i++) {
        x[i] = -110 + 3.5f * i;
      }
      x[5] = Float.NaN;
      x[6] = Float.POSITIVE_INFINITY;
      x[7] = Float.NEGATIVE_INFINITY;
      MemorySegment in = work.arena().allocateFrom(ValueLayout.JAVA_FLOAT, x);
      Kernels.vectorElements().exp(in, 0, in, 0, x.length);
      for (int i = 0; i < x.length; i++) {
        assertThat(in.getAtIndex(ValueLayout.JAVA_FLOAT, i))
            .isEqualTo((Float) Exponential.of(x[i]));
      }
    }
  }

  @Test
  void softmaxIsAShareAndItsLogarithm() {
    for (ElementKernels kernels : editions()) {
      try (Workspace work = Workspace.open(1)) {
        int length = 40;
        MemorySegment in = random(work, length, 7);
        in.set(FLOAT, 0, 200); // would overflow without the largest entry taken away
        in.set(FLOAT, 4, 199);
        MemorySegment share = work.allocateFloats(length);
        MemorySegment log = work.allocateFloats(length);
        kernels.softmaxRow(share, 0, in, 0, length);
        kernels.logSoftmaxRow(log, 0, in, 0, length);
        assertThat((double) kernels.sum(share, 0, length)).isCloseTo(1, within(1e-6));
        double first = 1 / (1 + Math.exp(-1));
        assertThat((double) share.get(FLOAT, 0)).isCloseTo(first, within(1e-7));
        assertThat((double) log.get(FLOAT, 0)).isCloseTo(Math.log(first), within(1e-6));
        assertThat((double) log.get(FLOAT, 8))
            .isCloseTo(in.get(FLOAT, 8) - 200 + Math.log(first), within(2e-5));
      }
    }
  }

  @Test
  void regionsOutsideTheirSegmentAreRefused() {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment small = work.allocateFloats(64);
      MemorySegment large = work.allocateFloats(66);
      loops()
          .forEach(
              (name, loop) ->
                  assertThatThrownBy(
                          () -> loop.run(Kernels.vectorElements(), small, small, large, 64))
                      .as(name)
                      .isInstanceOf(IndexOutOfBoundsException.class));
    }
  }

  @Test
  void elementKernelsAreChosenWithTheRowKernels() {
    assertThat(Kernels.elements().name()).isEqualTo(Kernels.active().name());
  }

  private static float[] floats(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_FLOAT);
  }

  private static MemorySegment random(Workspace work, int count, long seed) {
    MemorySegment segment = work.allocateFloats(count);
    for (int i = 0; i < count; i++) {
      float value = (float) (4 * StatelessHash.unit(StatelessHash.of(seed, i)) - 2);
      segment.set(FLOAT, 4L * i, value);
    }
    return segment;
  }
}
