package io.atp.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DropoutMaskTest {
  private static final int COUNT = 400_000;

  /// Five standard deviations of a share of `COUNT` draws.
  private static double allowed(double share) {
    return 5 * Math.sqrt(share * (1 - share) / COUNT);
  }

  @ParameterizedTest
  @ValueSource(floats = {0.05f, 0.3f, 0.5f, 0.9f})
  void theShareOfKeptEntriesIsTheProbability(float keep) {
    for (long seed = 0; seed < 4; seed++) {
      DropoutMask mask = new DropoutMask(seed, 0, keep);
      int kept = 0;
      for (int i = 0; i < COUNT; i++) {
        kept += mask.keeps(i) ? 1 : 0;
      }
      assertThat((double) kept / COUNT).isCloseTo(keep, within(allowed(keep)));
    }
  }

  /// Neighbours in a row, in a column of common widths, and the same place under the next seed and
  /// beyond 2³²: both are kept with probability keep².
  @Test
  void neighboursAreIndependent() {
    float keep = 0.6f;
    DropoutMask mask = new DropoutMask(11, 0, keep);
    for (int lag : new int[] {1, 2, 3, 7, 16, 40, 64, 128, 256, 1433, 1 << 16}) {
      assertJointShare(mask, new DropoutMask(11, lag, keep), keep);
    }
    assertJointShare(mask, new DropoutMask(12, 0, keep), keep);
    assertJointShare(mask, new DropoutMask(11, 1L << 32, keep), keep);
  }

  private static void assertJointShare(DropoutMask one, DropoutMask other, double keep) {
    int both = 0;
    for (int i = 0; i < COUNT; i++) {
      both += one.keeps(i) && other.keeps(i) ? 1 : 0;
    }
    assertThat((double) both / COUNT)
        .as("%s and %s", one, other)
        .isCloseTo(keep * keep, within(allowed(keep * keep)));
  }

  /// Two masks of one seed and probability are the same mask, read from different places: a matrix
  /// may be cut among threads.
  @Test
  void aMaskDoesNotDependOnWhereARegionBegins() {
    long start = (1L << 32) - 50;
    DropoutMask whole = new DropoutMask(3, start, 0.5f);
    for (int i = 0; i < 100; i++) {
      assertThat(new DropoutMask(3, start + i, 0.5f).keeps(0)).isEqualTo(whole.keeps(i));
    }
  }

  @Test
  void keptEntriesAreScaledAndTheGradientHasTheSameMask() {
    try (Workspace work = Workspace.open(1)) {
      int length = 333;
      DropoutMask mask = new DropoutMask(4, 77, 0.25f);
      MemorySegment in = work.allocateFloats(length);
      for (int i = 0; i < length; i++) {
        in.setAtIndex(ValueLayout.JAVA_FLOAT, i, i % 50 == 0 ? Float.NaN : i + 1);
      }
      MemorySegment out = work.allocateFloats(length);
      Kernels.scalarElements().dropout(out, 0, in, 0, length, mask);
      MemorySegment gradient = work.allocateFloats(length);
      Kernels.scalarElements().dropoutGradient(gradient, 0, in, 0, length, mask);
      for (int i = 0; i < length; i++) {
        Float expected = mask.keeps(i) ? in.getAtIndex(ValueLayout.JAVA_FLOAT, i) * 4 : 0f;
        assertThat(out.getAtIndex(ValueLayout.JAVA_FLOAT, i)).isEqualTo(expected);
        assertThat(gradient.getAtIndex(ValueLayout.JAVA_FLOAT, i)).isEqualTo(expected);
      }
    }
  }

  @Test
  void certaintyKeepsEverything() {
    DropoutMask mask = new DropoutMask(9, 0, 1);
    for (int i = 0; i < 10_000; i++) {
      assertThat(mask.keeps(i)).isTrue();
    }
  }

  @Test
  void impossibleMasksAreRefused() {
    for (float keep : new float[] {0, -0.1f, 1.1f, Float.NaN}) {
      assertThatThrownBy(() -> new DropoutMask(1, 0, keep))
          .hasMessage("keep must lie in (0, 1], got " + keep);
    }
    assertThatThrownBy(() -> new DropoutMask(1, -1, 0.5f))
        .hasMessage("firstIndex must be at least 0, got -1");
  }
}
