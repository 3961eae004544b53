package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatherTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int ROWS = 40;

  @BeforeAll
  static void vectorModule() {
    assumeTrue(Kernels.vectorModulePresent(), "skipped: the JVM has no jdk.incubator.vector");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, 7, 8, 15, 16, 17, 31, 33, 40, 47, 64, 65, 100, 128, 129, 207, 256, 300})
  void bothEditionsGiveTheSameBitsForEveryWidth(int columns) {
    try (Workspace work = Workspace.open(1)) {
      for (int count : new int[] {0, 1, 14, 128, 129, 1000}) {
        // Some columns out of the middle of wider rows, so that nothing is aligned.
        RowSource source =
            new RowSource(random(work, ROWS * (columns + 5L)), ROWS, columns + 5, 3, columns);
        WeightedRows list = list(count);
        for (boolean add : new boolean[] {false, true}) {
          MemorySegment byVector = random(work, columns + 3L);
          MemorySegment byScalar = random(work, columns + 3L);
          Kernels.vector().gather(source, list, byVector, 4, add);
          Kernels.scalar().gather(source, list, byScalar, 4, add);
          assertThat(byVector.mismatch(byScalar)).as("%d entries", count).isEqualTo(-1);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 129, 700})
  void theSumIsTheSumAndNeighbouringMemoryIsLeftAlone(int count) {
    try (Workspace work = Workspace.open(1)) {
      int columns = 21;
      RowSource source = new RowSource(random(work, ROWS * 24L), ROWS, 24, 2, columns);
      WeightedRows list = list(count);
      MemorySegment out = random(work, columns + 2L);
      MemorySegment before = random(work, columns + 2L);
      Kernels.vector().gather(source, list, out, 4, true);
      for (int c = 0; c < columns; c++) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
          sum +=
              (double) list.weights()[k]
                  * source.data().get(FLOAT, (list.rows()[k] * 24L + 2 + c) * 4);
        }
        double expected = before.get(FLOAT, 4 * (c + 1L)) + list.scale() * sum;
        assertThat((double) out.get(FLOAT, 4 * (c + 1L))).isCloseTo(expected, within(1e-4));
      }
      assertThat(out.get(FLOAT, 0)).isEqualTo(before.get(FLOAT, 0));
      assertThat(out.get(FLOAT, 4 * (columns + 1L)))
          .isEqualTo(before.get(FLOAT, 4 * (columns + 1L)));
    }
  }

  @Test
  void aHubOfAHundredThousandEqualEntriesLosesNothing() {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment data = work.allocateFloats(17);
      for (int c = 0; c < 17; c++) {
        data.set(FLOAT, 4L * c, 0.1f);
      }
      int count = 100_000;
      WeightedRows list = new WeightedRows();
      list.reset(count);
      for (int k = 0; k < count; k++) {
        list.rows()[k] = 0;
        list.weights()[k] = 1;
      }
      list.count(count);
      MemorySegment out = work.allocateFloats(17);
      Kernels.vector().gather(new RowSource(data, 1, 17, 0, 17), list, out, 0, false);
      assertThat((double) out.get(FLOAT, 64)).isCloseTo(count * (double) 0.1f, within(0.05));
    }
  }

  @Test
  void aRowThatIsNotThereIsRefused() {
    try (Workspace work = Workspace.open(1)) {
      RowSource source = new RowSource(work.allocateFloats(32), 2, 16, 0, 16);
      WeightedRows list = new WeightedRows();
      list.reset(1);
      list.rows()[0] = 2;
      list.count(1);
      MemorySegment out = work.allocateFloats(16);
      for (RowKernels kernels : new RowKernels[] {Kernels.vector(), Kernels.scalar()}) {
        assertThatThrownBy(() -> kernels.gather(source, list, out, 0, false))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> Kernels.vector().gather(source, list, out, 4, false))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> new RowSource(out, 2, 16, 0, 16))
          .hasMessage("2 rows of 16 floats do not fit into 64 bytes");
      assertThatThrownBy(() -> new RowSource(out, 1, 16, 10, 7))
          .hasMessage("columns 10 to 17 do not lie within rows of 16");
    }
  }

  /// Heads that share vectors, heads as wide as vectors, and odd ones.
  @ParameterizedTest
  @CsvSource({"1, 5", "3, 1", "8, 8", "2, 8", "9, 8", "16, 4", "5, 4", "33, 2", "3, 7", "4, 16"})
  void headsAreGatheredAsIfEachStoodAlone(int heads, int width) {
    try (Workspace work = Workspace.open(1)) {
      int columns = heads * width;
      MemorySegment data = random(work, ROWS * (columns + 5L));
      RowSource source = new RowSource(data, ROWS, columns + 5, 3, columns);
      for (int count : new int[] {0, 1, 14, 128, 129, 500}) {
        HeadWeights weights = new HeadWeights(heads);
        weights.reset(count);
        for (int at = 0; at < count * heads; at++) {
          weights.weights()[at] = (float) (StatelessHash.unit(StatelessHash.of(7, at)) - 0.4);
        }
        for (int head = 0; head < heads; head++) {
          weights.scales()[head] = 0.3f + head;
        }
        for (boolean add : new boolean[] {false, true}) {
          MemorySegment alone = random(work, columns + 3L);
          for (int head = 0; head < heads; head++) {
            WeightedRows own = list(count);
            for (int k = 0; k < count; k++) {
              own.weights()[k] = weights.weights()[k * heads + head];
            }
            own.scale(weights.scales()[head]);
            RowSource part = new RowSource(data, ROWS, columns + 5, 3 + head * width, width);
            Kernels.scalar().gather(part, own, alone, 4 + 4L * head * width, add);
          }
          for (RowKernels kernels : new RowKernels[] {Kernels.vector(), Kernels.scalar()}) {
            MemorySegment out = random(work, columns + 3L);
            kernels.gatherHeads(source, list(count), weights, out, 4, add);
            assertThat(out.mismatch(alone)).as("%d, %s", count, kernels.name()).isEqualTo(-1);
          }
        }
      }
    }
  }

  private static WeightedRows list(int count) {
    WeightedRows list = new WeightedRows();
    list.reset(count);
    for (int k = 0; k < count; k++) {
      list.rows()[k] = StatelessHash.below(StatelessHash.of(5, k), ROWS);
      list.weights()[k] = (float) (StatelessHash.unit(StatelessHash.of(6, k)) - 0.4);
    }
    list.count(count);
    list.scale(0.3f);
    return list;
  }

  private static MemorySegment random(Workspace work, long count) {
    MemorySegment segment = work.allocateFloats(count);
    for (long i = 0; i < count; i++) {
      segment.set(
          FLOAT, i * Float.BYTES, (float) (2 * StatelessHash.unit(StatelessHash.of(3, i)) - 1));
    }
    return segment;
  }
}
