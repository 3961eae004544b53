package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MatrixProductTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// One row, one column, and everything around tiles, lanes, chains and blocks.
  private static final int[][] SIZES = {
    {1, 1, 1},
    {1, 7, 3},
    {2, 3, 5},
    {3, 1, 2},
    {5, 16, 13},
    {6, 64, 17},
    {7, 65, 31},
    {13, 40, 64},
    {16, 257, 5},
    {17, 100, 65},
    {31, 31, 257},
    {64, 7, 256},
    {65, 48, 100},
    {100, 13, 513},
    {193, 2, 1},
    {1, 300, 20},
    {50, 33, 2},
    {1021, 3, 3},
    {600, 17, 5}
  };

  @BeforeAll
  static void vectorModule() {
    assumeTrue(Kernels.vectorModulePresent(), "skipped: the JVM has no jdk.incubator.vector");
  }

  /// The widest tile of 16 registers is tested wherever there are 32.
  private static List<TileKernels> editions() {
    return List.of(
        new ScalarTiles(),
        new VectorTiles(new WideTile(), true),
        new VectorTiles(new WideTile(), false),
        new VectorTiles(new NarrowTile(), false));
  }

  /// A product to be: random factors and a random C, each `at` bytes into its segment.
  private record Case(
      Orientation orientation, int m, int n, int k, MemorySegment a, MemorySegment b, long at) {
    static Case of(Workspace work, Orientation orientation, int m, int n, int k, long at) {
      MemorySegment a = random(work, (long) m * k, at, 1);
      MemorySegment b = random(work, (long) k * n, at, 2);
      return new Case(orientation, m, n, k, a, b, at);
    }

    MemorySegment times(TileKernels kernels, boolean accumulate, Workspace work, Workers workers) {
      MemorySegment c = random(work, (long) m * n, at, 3);
      MatrixProduct.multiply(
          kernels, orientation, m, n, k, a, at, b, at, c, at, accumulate, workers);
      return c;
    }

    /// The same with a share of A zero.
    Case thinned(double zeros) {
      for (long i = 0; i < (long) m * k; i++) {
        if (StatelessHash.unit(StatelessHash.of(4, i)) < zeros) {
          a.set(FLOAT, at + i * Float.BYTES, 0);
        }
      }
      return this;
    }

    double a(int i, int p) {
      long index = orientation == Orientation.LEFT_TRANSPOSED ? (long) p * m + i : (long) i * k + p;
      return a.get(FLOAT, at + index * Float.BYTES);
    }

    double b(int p, int j) {
      long index =
          orientation == Orientation.RIGHT_TRANSPOSED ? (long) j * k + p : (long) p * n + j;
      return b.get(FLOAT, at + index * Float.BYTES);
    }

    /// Three loops in double precision, within the bound of a float sum of k terms.
    void assertProduct(MemorySegment c, boolean accumulate, Workspace work) {
      MemorySegment before = random(work, (long) m * n, at, 3);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          long cAt = at + ((long) i * n + j) * Float.BYTES;
          double sum = accumulate ? before.get(FLOAT, cAt) : 0;
          double magnitude = Math.abs(sum);
          for (int p = 0; p < k; p++) {
            double product = a(i, p) * b(p, j);
            sum += product;
            magnitude += Math.abs(product);
          }
          double error = Math.abs(c.get(FLOAT, cAt) - sum);
          if (!(error <= (k + 1) * 0x1p-24 * magnitude)) {
            throw new AssertionError(
                "%s %d × %d × %d at (%d, %d): %s, exact %s"
                    .formatted(orientation, m, n, k, i, j, c.get(FLOAT, cAt), sum));
          }
        }
      }
      assertThat(c.asSlice(0, at).mismatch(before.asSlice(0, at))).isEqualTo(-1);
    }
  }

  private static MemorySegment random(Workspace work, long count, long at, long seed) {
    MemorySegment segment = work.allocate(at + count * Float.BYTES);
    for (long i = at % Float.BYTES; i + Float.BYTES <= segment.byteSize(); i += Float.BYTES) {
      segment.set(FLOAT, i, (float) (2 * StatelessHash.unit(StatelessHash.of(seed, i)) - 1));
    }
    return segment;
  }

  @ParameterizedTest
  @EnumSource
  void everyEditionIsTheTripleLoop(Orientation orientation) {
    for (int[] size : SIZES) {
      try (Workspace work = Workspace.open(1)) {
        Case product = Case.of(work, orientation, size[0], size[1], size[2], 0);
        for (boolean accumulate : new boolean[] {false, true}) {
          MemorySegment plain = product.times(new ScalarTiles(), accumulate, work, work.workers());
          product.assertProduct(plain, accumulate, work);
          for (TileKernels kernels : editions()) {
            MemorySegment c = product.times(kernels, accumulate, work, work.workers());
            assertThat(c.mismatch(plain)).isEqualTo(-1);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void zerosAreLeftOutToTheSameBits(Orientation orientation) {
    int[][] sizes = {{7, 65, 31}, {17, 100, 65}, {65, 48, 100}, {140, 130, 600}, {66, 64, 256}};
    for (int[] size : sizes) {
      for (double zeros : new double[] {0.6, 0.7, 0.95, 1}) {
        try (Workspace work = Workspace.open(1)) {
          Case product = Case.of(work, orientation, size[0], size[1], size[2], 0).thinned(zeros);
          for (boolean accumulate : new boolean[] {false, true}) {
            var scalar = product.times(new ScalarTiles(), accumulate, work, work.workers());
            product.assertProduct(scalar, accumulate, work);
            for (TileKernels kernels : editions()) {
              MemorySegment c = product.times(kernels, accumulate, work, work.workers());
              assertThat(c.mismatch(scalar)).isEqualTo(-1);
            }
          }
        }
      }
    }
  }

  @Test
  void zeroTimesInfinityIsNotLeftOut() {
    try (Workspace work = Workspace.open(1)) {
      Case product = Case.of(work, Orientation.PLAIN, 70, 64, 20, 0).thinned(0.9);
      product.a().setAtIndex(FLOAT, 3, 0); // a(0, 3)
      product.b().setAtIndex(FLOAT, 3 * 64 + 5, Float.POSITIVE_INFINITY);
      for (TileKernels kernels : editions()) {
        MemorySegment c = product.times(kernels, false, work, work.workers());
        assertThat(c.getAtIndex(FLOAT, 5)).isNaN();
        assertThat(c.getAtIndex(FLOAT, 6)).isFinite();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void matricesMayBeginAnywhere(Orientation orientation) {
    for (int[] size : SIZES) {
      try (Workspace work = Workspace.open(1)) {
        Case product = Case.of(work, orientation, size[0], size[1], size[2], 20);
        for (TileKernels kernels : editions()) {
          MemorySegment c = product.times(kernels, true, work, work.workers());
          product.assertProduct(c, true, work);
        }
      }
    }
  }

  /// Many blocks of rows and of columns; and sums long enough to be cut into stretches.
  @ParameterizedTest
  @EnumSource
  void anyNumberOfThreadsGivesTheSameBytes(Orientation orientation) {
    for (int[] size : new int[][] {{2100, 270, 20}, {20, 30, 20000}, {20, 270, 8300}}) {
      try (Workspace work = Workspace.open(1)) {
        Case product = Case.of(work, orientation, size[0], size[1], size[2], 4);
        assertThat(Cut.of(size[0], size[1], size[2], 4).pieces()).isGreaterThan(3);
        MemorySegment alone = product.times(new VectorTiles(), true, work, work.workers());
        for (int threads : new int[] {2, 7}) {
          try (Workers team = new Workers(threads)) {
            MemorySegment c = product.times(new VectorTiles(), true, work, team);
            assertThat(c.mismatch(alone)).isEqualTo(-1);
          }
        }
      }
    }
  }

  /// A layer of a network on a small graph, its weight's gradient, and what is not worth sharing.
  @Test
  void smallProductsAreSharedOutWithoutCuttingTheirSums() {
    assertThat(Cut.of(2708, 64, 64, 4).pieces()).isEqualTo(8);
    assertThat(Cut.of(2708, 64, 64, 2).pieces()).isEqualTo(4);
    assertThat(Cut.of(64, 64, 2708, 4).pieces()).isEqualTo(3);
    assertThat(Cut.of(64, 64, 2708, 4).stretches()).isEqualTo(1);
    assertThat(Cut.of(64, 64, 64, 4).pieces()).isEqualTo(1);
  }

  /// The second is too large to be copied at once, and used by rows enough to copy its blocks.
  @ParameterizedTest
  @CsvSource({"3, 18, 30000", "49, 2, 66000"})
  void aSumInStretchesIsTheTripleLoop(int m, int n, int k) {
    assertThat(Cut.of(m, n, k, 4).stretches()).isGreaterThan(5);
    try (Workspace work = Workspace.open(2)) {
      for (Orientation orientation : Orientation.values()) {
        Case product = Case.of(work, orientation, m, n, k, 0);
        for (boolean accumulate : new boolean[] {false, true}) {
          MemorySegment plain = product.times(new ScalarTiles(), accumulate, work, work.workers());
          product.assertProduct(plain, accumulate, work);
          MemorySegment c = product.times(new VectorTiles(), accumulate, work, work.workers());
          assertThat(c.mismatch(plain)).isEqualTo(-1);
        }
      }
    }
  }

  @Test
  void anEmptySumIsZeroOrLeavesWhatIsThere() {
    try (Workspace work = Workspace.open(1)) {
      Case product = Case.of(work, Orientation.PLAIN, 3, 4, 0, 8);
      MemorySegment before = random(work, 12, 8, 3);
      MemorySegment kept = product.times(new VectorTiles(), true, work, work.workers());
      assertThat(kept.mismatch(before)).isEqualTo(-1);
      MemorySegment zero = product.times(new VectorTiles(), false, work, work.workers());
      assertThat(zero.asSlice(0, 8).mismatch(before.asSlice(0, 8))).isEqualTo(-1);
      assertThat(zero.asSlice(8).toArray(ValueLayout.JAVA_FLOAT)).containsOnly(0f);
      for (int[] empty : new int[][] {{0, 4, 5}, {4, 0, 5}, {0, 0, 0}}) {
        Case none = Case.of(work, Orientation.PLAIN, empty[0], empty[1], empty[2], 0);
        assertThat(none.times(new VectorTiles(), false, work, work.workers()).byteSize()).isZero();
      }
    }
  }

  @Test
  void theDoorUsesTheActiveEdition() {
    try (Workspace work = Workspace.open(1)) {
      Case product = Case.of(work, Orientation.PLAIN, 5, 6, 7, 0);
      MemorySegment c = random(work, 30, 0, 3);
      MatrixProduct.multiply(
          Orientation.PLAIN, 5, 6, 7, product.a(), 0, product.b(), 0, c, 0, false, work.workers());
      product.assertProduct(c, false, work);
    }
  }

  @Test
  void theDoorRefusesWhatDoesNotFit() {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment a = work.allocateFloats(6);
      MemorySegment b = work.allocateFloats(12);
      MemorySegment c = work.allocateFloats(8);
      refused(-1, 4, 3, a, b, c, 0, work, "m must be at least 0, got -1");
      refused(2, 4, -3, a, b, c, 0, work, "k must be at least 0, got -3");
      refused(3, 4, 3, a, b, c, 0, work, "A of 3 by 3 floats at byte 0 does not fit into 24 bytes");
      refused(2, 5, 3, a, b, c, 0, work, "B of 3 by 5 floats at byte 0 does not fit into 48 bytes");
      refused(2, 4, 3, a, b, c, 4, work, "C of 2 by 4 floats at byte 4 does not fit into 32 bytes");
      refused(
          2, 4, 3, a, b, c, -4, work, "C of 2 by 4 floats at byte -4 does not fit into 32 bytes");
      refused(2, 4, 3, a, b, b, 0, work, "C overlaps B");
      MemorySegment heap = MemorySegment.ofArray(new float[8]);
      refused(2, 4, 3, a, b, heap, 0, work, "C must lie outside the heap");
      int huge = Integer.MAX_VALUE;
      assertThatThrownBy(
              () ->
                  MatrixProduct.multiply(
                      Orientation.PLAIN, huge, 4, huge, a, 0, b, 0, c, 0, true, work.workers()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("A of 2147483647 by 2147483647 floats");
    }
  }

  private static void refused(
      int m,
      int n,
      int k,
      MemorySegment a,
      MemorySegment b,
      MemorySegment c,
      long cAt,
      Workspace work,
      String message) {
    assertThatThrownBy(
            () ->
                MatrixProduct.multiply(
                    Orientation.PLAIN, m, n, k, a, 0, b, 0, c, cAt, false, work.workers()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
