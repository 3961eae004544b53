package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowKernelsTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  @BeforeAll
  static void vectorModule() {
    assumeTrue(Kernels.vectorModulePresent(), "skipped: the JVM has no jdk.incubator.vector");
  }

  private static MemorySegment random(Workspace work, long count, long seed) {
    MemorySegment segment = work.allocateFloats(count);
    for (long i = 0; i < count; i++) {
      float value = (float) (2 * StatelessHash.unit(StatelessHash.of(seed, i)) - 1);
      segment.set(FLOAT, i * Float.BYTES, value);
    }
    return segment;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 13, 16, 31, 64, 207, 4098})
  void scaledAddIsTheSameInBothEditions(int length) {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment in = random(work, length + 1L, 1);
      MemorySegment byVector = random(work, length + 1L, 2);
      MemorySegment byScalar = random(work, length + 1L, 2);
      // One float off the start, so that nothing is aligned.
      Kernels.vector().addScaled(byVector, 4, in, 4, length, 0.3f);
      Kernels.scalar().addScaled(byScalar, 4, in, 4, length, 0.3f);
      assertThat(byVector.mismatch(byScalar)).isEqualTo(-1);
      Kernels.vector().scaled(byVector, 4, in, 4, length, -1.7f);
      Kernels.scalar().scaled(byScalar, 4, in, 4, length, -1.7f);
      assertThat(byVector.mismatch(byScalar)).isEqualTo(-1);
      if (length > 0) {
        assertThat(byScalar.get(FLOAT, 4)).isEqualTo(in.get(FLOAT, 4) * -1.7f);
      }
    }
  }

  /// The first rounds are interpreted, the last ones compiled.
  @Test
  void aDotProductHasTheSameBitsBeforeAndAfterTheCompiler() {
    try (Workspace work = Workspace.open(1)) {
      int count = 50;
      MemorySegment a = random(work, 64L * count, 3);
      MemorySegment b = random(work, 64L * count, 4);
      RowKernels vector = Kernels.vector();
      float[] first = new float[count];
      for (int round = 0; round < 1000; round++) {
        for (int i = 0; i < count; i++) {
          float dot = vector.dot(a, 256L * i, b, 256L * i, 64);
          first[i] = round == 0 ? dot : first[i];
          assertThat(dot == first[i]).as("round %d", round).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 13, 16, 63, 64, 65, 207, 4098})
  void dotAndNormAgreeToTheirStatedTolerance(int length) {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment a = random(work, length, 3);
      MemorySegment b = random(work, length, 4);
      double exact = 0;
      double magnitude = 0;
      double norm = 0;
      for (long i = 0; i < length; i++) {
        double product = (double) a.get(FLOAT, i * 4) * b.get(FLOAT, i * 4);
        exact += product;
        magnitude += Math.abs(product);
        norm += (double) a.get(FLOAT, i * 4) * a.get(FLOAT, i * 4);
      }
      for (RowKernels kernels : new RowKernels[] {Kernels.vector(), Kernels.scalar()}) {
        assertThat((double) kernels.dot(a, 0, b, 0, length))
            .isCloseTo(exact, within(length * 0x1p-24 * magnitude + 1e-30));
        assertThat((double) kernels.squaredNorm(a, 0, length))
            .isCloseTo(norm, within(length * 0x1p-24 * norm + 1e-30));
      }
    }
  }

  /// Rows below, at and above the length of a partial sum, and every combination of keep and
  /// restart.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aHopIsTheSameInBothEditions(int vectors) {
    int width = Kernels.vector().widestPanel() * vectors / 4;
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 400, 6000, 5);
      assertThat(graph.maxDegree(work.workers())).isGreaterThan(RowKernels.ARCS_PER_PARTIAL_SUM);
      long floats = (long) graph.nodeCount() * width;
      MemorySegment in = random(work, floats, 6);
      MemorySegment start = random(work, floats, 7);
      float[] factors = new float[graph.nodeCount()];
      for (int i = 0; i < factors.length; i++) {
        factors[i] = 1f / graph.selfLoopedDegree(i);
      }
      for (float keep : new float[] {0, 0.25f}) {
        for (float restart : new float[] {0, 0.1f}) {
          MemorySegment byVector = random(work, floats, 8);
          MemorySegment byScalar = random(work, floats, 9);
          hop(Kernels.vector(), graph, factors, width, in, byVector, keep, restart, start);
          hop(Kernels.scalar(), graph, factors, width, in, byScalar, keep, restart, start);
          assertThat(byVector.mismatch(byScalar)).isEqualTo(-1);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aHopOnTwoBytePanelsIsTheSameInBothEditions(int vectors) {
    int width = Kernels.vector().widestPanel() * vectors / 4;
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 400, 6000, 5);
      long entries = (long) graph.nodeCount() * width;
      MemorySegment floats = random(work, entries, 6);
      float[] factors = new float[graph.nodeCount()];
      for (int i = 0; i < factors.length; i++) {
        factors[i] = 1f / graph.selfLoopedDegree(i);
      }
      for (HalfFormat format : HalfFormat.values()) {
        MemorySegment in = work.allocate(2 * entries);
        Kernels.scalar().narrow(format, in, 0, floats, 0, (int) entries);
        for (float keep : new float[] {0, 0.25f}) {
          MemorySegment byVector = work.allocate(2 * entries);
          MemorySegment byScalar = work.allocate(2 * entries);
          for (MemorySegment out : new MemorySegment[] {byVector, byScalar}) {
            RowKernels kernels = out == byVector ? Kernels.vector() : Kernels.scalar();
            kernels.hop(
                new PanelHop(
                    graph.offsets(),
                    graph.targets(),
                    factors,
                    width,
                    in,
                    out,
                    0,
                    keep,
                    keep,
                    in,
                    format),
                0,
                graph.nodeCount());
          }
          assertThat(byVector.mismatch(byScalar)).isEqualTo(-1);
        }
      }
    }
  }

  /// From features that lie among others, to the bits of a hop of the panel loaded from them; −0
  /// among the numbers.
  @Test
  void aSingleHopIsAHopOfThePanelItDoesWithout() {
    int width = Kernels.vector().widestPanel();
    int stride = width + 7;
    int column = 3;
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 400, 6000, 5);
      int nodes = graph.nodeCount();
      MemorySegment features = random(work, (long) nodes * stride, 6);
      MemorySegment expected = random(work, (long) nodes * stride, 7);
      MemorySegment before = work.allocateFloats((long) nodes * stride).copyFrom(expected);
      float[] enter = new float[nodes];
      float[] step = new float[nodes];
      float[] leave = new float[nodes];
      MemorySegment loaded = work.allocateFloats((long) nodes * width);
      MemorySegment panel = work.allocateFloats((long) nodes * width);
      for (int i = 0; i < nodes; i++) {
        long from = ((long) i * stride + column) * Float.BYTES;
        features.set(FLOAT, from, -0f);
        enter[i] = (float) Math.sqrt(graph.selfLoopedDegree(i));
        step[i] = 1f / graph.selfLoopedDegree(i);
        leave[i] = 1 / enter[i];
        long to = (long) i * width * Float.BYTES;
        Kernels.scalar().scaled(loaded, to, features, from, width, enter[i]);
      }
      hop(Kernels.scalar(), graph, step, width, loaded, panel, 0, 0, loaded);
      for (int i = 0; i < nodes; i++) {
        long to = ((long) i * stride + column) * Float.BYTES;
        long from = (long) i * width * Float.BYTES;
        Kernels.scalar().scaled(expected, to, panel, from, width, leave[i]);
      }
      var source = new RowSource(features, nodes, stride, column, width);
      for (RowKernels kernels : List.of(Kernels.scalar(), Kernels.vector())) {
        MemorySegment out = work.allocateFloats((long) nodes * stride).copyFrom(before);
        var hop = new SingleHop(graph.offsets(), graph.targets(), enter, step, leave, source, out);
        kernels.singleHop(hop, 0, 100);
        kernels.singleHop(hop, 100, nodes);
        assertThat(out.mismatch(expected)).as(kernels.name()).isEqualTo(-1);
      }
    }
  }

  private static void hop(
      RowKernels kernels,
      CsrGraph graph,
      float[] factors,
      int width,
      MemorySegment in,
      MemorySegment out,
      float keep,
      float restart,
      MemorySegment start) {
    PanelHop panel =
        new PanelHop(
            graph.offsets(), graph.targets(), factors, width, in, out, 0, keep, restart, start);
    kernels.hop(panel, 0, 100);
    // The rest goes to a segment that begins at row 100.
    PanelHop rest =
        new PanelHop(
            graph.offsets(),
            graph.targets(),
            factors,
            width,
            in,
            out.asSlice(100L * width * Float.BYTES),
            100,
            keep,
            restart,
            start);
    kernels.hop(rest, 100, graph.nodeCount());
  }

  /// A million neighbours of one sign, where the bound of a plain float sum is 6 %.
  @Test
  void aHubOfAMillionNeighboursKeepsItsAccuracy() {
    int leaves = 1_000_000;
    try (Workspace work = Workspace.open(2)) {
      CsrGraph star = NamedGraphs.star(work, leaves);
      MemorySegment in = work.allocateFloats(16L * star.nodeCount());
      double[] exact = new double[16];
      for (int node = 0; node < star.nodeCount(); node++) {
        for (int c = 0; c < 16; c++) {
          float value = (float) (0.1 + StatelessHash.unit(StatelessHash.of(10, node, c)) * (c + 1));
          in.set(FLOAT, (node * 16L + c) * Float.BYTES, value);
          exact[c] += value;
        }
      }
      float[] ones = new float[star.nodeCount()];
      Arrays.fill(ones, 1);
      MemorySegment out = work.allocateFloats(16L * star.nodeCount());
      PanelHop panel = new PanelHop(star.offsets(), star.targets(), ones, 16, in, out, 0, 0, 0, in);
      for (RowKernels kernels : new RowKernels[] {Kernels.vector(), Kernels.scalar()}) {
        kernels.hop(panel, 0, 1);
        for (int c = 0; c < 16; c++) {
          double relative = out.get(FLOAT, c * 4L) / exact[c] - 1;
          assertThat(Math.abs(relative)).as(kernels.name()).isLessThan(1e-5);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(HalfFormat.class)
  void twoByteFloatsRoundToNearestInBothEditions(HalfFormat format) {
    try (Workspace work = Workspace.open(1)) {
      int length = 331;
      MemorySegment in = random(work, length, 30);
      float[] special = {
        0, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e-45f, 65504, 1e38f
      };
      for (int i = 0; i < special.length; i++) {
        in.set(FLOAT, 4L * i, special[i]);
      }
      MemorySegment byVector = work.allocate(2L * length);
      MemorySegment byScalar = work.allocate(2L * length);
      Kernels.vector().narrow(format, byVector, 0, in, 0, length);
      Kernels.scalar().narrow(format, byScalar, 0, in, 0, length);
      assertThat(byVector.mismatch(byScalar)).isEqualTo(-1);
      MemorySegment backByVector = work.allocateFloats(length);
      MemorySegment backByScalar = work.allocateFloats(length);
      Kernels.vector().widen(format, backByVector, 0, byVector, 0, length);
      Kernels.scalar().widen(format, backByScalar, 0, byVector, 0, length);
      assertThat(backByVector.mismatch(backByScalar)).isEqualTo(-1);
      int precision = format == HalfFormat.BFLOAT16 ? 8 : 11;
      for (long i = special.length; i < length; i++) {
        float value = in.get(FLOAT, 4 * i);
        float stored = backByVector.get(FLOAT, 4 * i);
        float halfStep = Math.scalb(1f, Math.getExponent(value) - precision);
        assertThat(Math.abs(stored - value)).isLessThanOrEqualTo(halfStep);
      }
      assertThat(backByVector.get(FLOAT, 8)).isNaN();
      assertThat(backByVector.get(FLOAT, 12)).isEqualTo(Float.POSITIVE_INFINITY);
    }
  }

  /// In the JVM of the command the Vector API itself checks nothing, so the door must.
  @Test
  void regionsOutsideTheirSegmentAreRefused() {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment small = work.allocateFloats(64);
      MemorySegment large = work.allocateFloats(65);
      RowKernels kernels = Kernels.vector();
      assertOutside(() -> kernels.addScaled(small, 0, large, 0, 65, 1));
      assertOutside(() -> kernels.addScaled(large, 0, small, 0, 65, 1));
      assertOutside(() -> kernels.scaled(small, 8, large, 0, 64, 1));
      assertOutside(() -> kernels.scaled(small, -4, large, 0, 4, 1));
      assertOutside(() -> kernels.dot(small, 0, large, 0, 65));
      assertOutside(() -> kernels.narrow(HalfFormat.BFLOAT16, large, 0, small, 0, 65));
      assertOutside(() -> kernels.widen(HalfFormat.BFLOAT16, small, 0, large, 0, 65));
    }
  }

  @Test
  void aTargetOutsideThePanelIsRefused() {
    try (Workspace work = Workspace.open(1)) {
      int width = Kernels.vector().widestPanel();
      MemorySegment offsets = work.arena().allocateFrom(ValueLayout.JAVA_LONG, 0, 1, 1);
      for (int target : new int[] {-1, 2, Integer.MIN_VALUE}) {
        MemorySegment targets = work.arena().allocateFrom(ValueLayout.JAVA_INT, target);
        MemorySegment in = work.allocateFloats(2L * width);
        MemorySegment out = work.allocateFloats(2L * width);
        PanelHop panel = new PanelHop(offsets, targets, new float[2], width, in, out, 0, 0, 0, in);
        assertOutside(() -> Kernels.vector().hop(panel, 0, 2));
        assertOutside(() -> Kernels.vector().hop(panel, 1, 3));
        var source = new RowSource(in, 2, width, 0, width);
        float[] some = new float[2];
        var single = new SingleHop(offsets, targets, some, some, some, source, out);
        assertOutside(() -> Kernels.vector().singleHop(single, 0, 2));
        assertOutside(() -> Kernels.vector().singleHop(single, 1, 3));
      }
    }
  }

  private static void assertOutside(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void bfloat16TiesGoToEven() {
    assertThat(HalfFormat.BFLOAT16.widen(HalfFormat.BFLOAT16.narrow(1 + 0x1p-8f))).isEqualTo(1f);
    assertThat(HalfFormat.BFLOAT16.widen(HalfFormat.BFLOAT16.narrow(1 + 3 * 0x1p-8f)))
        .isEqualTo(1 + 0x1p-6f);
  }

  @Test
  void theActiveEditionIsTheVectorOneWhereThereIsOne() {
    assertThat(Kernels.active().name()).startsWith("vector");
  }
}
