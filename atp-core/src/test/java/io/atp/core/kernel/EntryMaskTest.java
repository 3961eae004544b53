package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryMaskTest {
  private static final int ROWS = 700;
  private static final int COLUMNS = 600;

  /// Five standard deviations of a share of all entries.
  private static double allowed(double share) {
    return 5 * Math.sqrt(share * (1 - share) / (ROWS * COLUMNS));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.95})
  void theShareOfKeptEntriesIsTheProbability(double share) {
    for (long seed = 0; seed < 4; seed++) {
      EntryMask mask = EntryMask.of(seed, share);
      int kept = 0;
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
          kept += mask.keeps(i, j) ? 1 : 0;
        }
      }
      assertThat((double) kept / (ROWS * COLUMNS)).isCloseTo(1 - share, within(allowed(share)));
    }
  }

  /// Entries beside, below and across from each other, and the same entry under the next seed.
  @Test
  void neighboursAreIndependent() {
    double keep = 0.6;
    EntryMask mask = EntryMask.of(11, 1 - keep);
    for (int[] step : new int[][] {{0, 1}, {1, 0}, {1, 1}, {1, -1}, {16, 0}, {0, 16}, {256, 64}}) {
      assertJointShare(mask, mask, step[0], step[1], keep);
    }
    assertJointShare(mask, EntryMask.of(12, 1 - keep), 0, 0, keep);
  }

  private static void assertJointShare(
      EntryMask one, EntryMask other, int down, int right, double keep) {
    int both = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 1; j <= COLUMNS; j++) {
        both += one.keeps(i, j) && other.keeps(i + down, j + right) ? 1 : 0;
      }
    }
    assertThat((double) both / (ROWS * COLUMNS))
        .as("%d down, %d right", down, right)
        .isCloseTo(keep * keep, within(allowed(keep * keep)));
  }

  private static WeightedRows list(int count) {
    var list = new WeightedRows();
    list.reset(count);
    for (int k = 0; k < count; k++) {
      list.rows()[k] = 3 * k + (int) (StatelessHash.of(5, k) & 1);
      list.weights()[k] = 0.5f + k;
    }
    list.count(count);
    return list;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 128, 250, 256, 267, 400, 603})
  void whatIsLeftOfARowIsTheSameInBothEditions(int count) {
    EntryMask mask = EntryMask.of(3, 0.4);
    for (boolean transposed : new boolean[] {false, true}) {
      for (RowKernels kernels : List.of(Kernels.scalar(), Kernels.vector())) {
        WeightedRows all = list(count);
        int[] expected =
            IntStream.range(0, count)
                .filter(
                    k -> transposed ? mask.keeps(all.rows()[k], 9) : mask.keeps(9, all.rows()[k]))
                .toArray();
        WeightedRows left = list(count);
        kernels.drop(left, mask, 9, transposed);
        assertThat(left.count()).as(kernels.name()).isEqualTo(expected.length);
        for (int i = 0; i < expected.length; i++) {
          assertThat(left.rows()[i]).isEqualTo(all.rows()[expected[i]]);
          assertThat(left.weights()[i]).isEqualTo(all.weights()[expected[i]]);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 16, 20})
  void eachHeadHasItsOwnMaskInBothEditions(int heads) {
    List<EntryMask> masks =
        IntStream.range(0, heads).mapToObj(head -> EntryMask.of(head, 0.6)).toList();
    for (int count : new int[] {0, 1, 7, 128, 267}) {
      for (boolean transposed : new boolean[] {false, true}) {
        float[] expected = new float[count * heads];
        WeightedRows all = list(count);
        for (int k = 0; k < count; k++) {
          for (int head = 0; head < heads; head++) {
            int other = all.rows()[k];
            boolean stays =
                transposed ? masks.get(head).keeps(other, 7) : masks.get(head).keeps(7, other);
            expected[k * heads + head] = stays ? all.weights()[k] : 0;
          }
        }
        for (RowKernels kernels : List.of(Kernels.scalar(), Kernels.vector())) {
          var weights = new HeadWeights(heads);
          weights.reset(count);
          kernels.dropHeads(all, weights, new HeadMasks(masks), 7, transposed);
          assertThat(Arrays.copyOf(weights.weights(), expected.length))
              .as("%s, %d entries", kernels.name(), count)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void wrongSharesAreRefused() {
    assertThatThrownBy(() -> EntryMask.of(0, 1)).hasMessageContaining("got 1.0");
    List<EntryMask> unequal = List.of(EntryMask.of(0, 0.1), EntryMask.of(0, 0.2));
    assertThatThrownBy(() -> new HeadMasks(unequal)).hasMessageContaining("the same share");
  }
}
