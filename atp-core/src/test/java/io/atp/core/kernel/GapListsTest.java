package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GapListsTest {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final int MAX = Integer.MAX_VALUE;

  /// Packs, checks the promised size, unpacks with both editions, whole and in parts.
  private static long roundTrip(int origin, int... numbers) {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment given = work.allocateInts(Math.max(1, numbers.length));
      MemorySegment.copy(numbers, 0, given, INT, 0, numbers.length);
      long bytes = GapLists.bytes(given, 0, numbers.length, origin);
      MemorySegment packed = work.allocate(7 + bytes + GapLists.PADDING);
      assertThat(GapLists.write(given, 0, numbers.length, origin, packed, 7)).isEqualTo(7 + bytes);
      assertThat(GapLists.skip(packed, 7, numbers.length)).isEqualTo(7 + bytes);
      for (RowKernels kernels : new RowKernels[] {Kernels.scalar(), Kernels.vector()}) {
        for (int part : new int[] {4, 8, Math.max(4, (numbers.length + 3) / 4 * 4)}) {
          MemorySegment out = work.allocateInts(numbers.length + GapLists.SPILL);
          long at = 7;
          int before = numbers.length == 0 ? 0 : GapLists.before(packed, 7, origin);
          for (int from = 0; from < numbers.length; from += part) {
            int count = Math.min(part, numbers.length - from);
            at = kernels.unpack(packed, at, count, before, out, 4L * from);
            before = out.get(INT, 4L * (from + count - 1));
          }
          assertThat(at).isEqualTo(7 + bytes);
          assertThat(out.asSlice(0, 4L * numbers.length).toArray(INT))
              .as("%s, parts of %d", kernels.name(), part)
              .isEqualTo(numbers);
        }
      }
      return bytes;
    }
  }

  @Test
  void neighboursInARowTakeFiveBytesForFour() {
    assertThat(roundTrip(9)).isZero();
    assertThat(roundTrip(9, 10)).isEqualTo(2);
    assertThat(roundTrip(9, 5, 6, 7, 8)).isEqualTo(5);
    assertThat(roundTrip(9, IntStream.range(0, 21).toArray())).isEqualTo(21 + 6);
  }

  @Test
  void everyLengthBeginsWhereTheOneBeforeEnds() {
    // Gaps less one of 255, 256, 65 535, 65 536, 2²⁴ − 1 and 2²⁴.
    int[] numbers = {0, 256, 513, 66_049, 131_586, 16_908_802, 33_686_019};
    assertThat(roundTrip(0, numbers)).isEqualTo(2 + 1 + 1 + 2 + 2 + 3 + 3 + 4);
  }

  @Test
  void theLargestNumbersComeBack() {
    assertThat(roundTrip(0, MAX)).isEqualTo(5);
    assertThat(roundTrip(MAX, 0, MAX)).isEqualTo(9);
    assertThat(roundTrip(MAX - 7, 0, 1, MAX - 9, MAX - 8, MAX - 6, MAX)).isPositive();
    assertThat(roundTrip(0, MAX - 2, MAX - 1, MAX)).isEqualTo(7);
  }

  @Test
  void randomListsOfEveryLengthComeBack() {
    for (int count = 1; count < 70; count++) {
      int bits = count % 26;
      int[] numbers = new int[count];
      int last = StatelessHash.below(StatelessHash.of(1, count), 1000);
      for (int k = 0; k < count; k++) {
        numbers[k] = last;
        last += 1 + StatelessHash.below(StatelessHash.of(2, count, k), (1 << bits % (k + 1)) + 1);
      }
      roundTrip(StatelessHash.below(StatelessHash.of(3, count), 1 << 30), numbers);
    }
  }
}
