package io.atp.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StatelessHashTest {
  /// The finaliser of SplitMix64 sends 1 to this word; a change would silently change every mask
  /// ever drawn.
  @Test
  void theMixerIsTheOneItSaysItIs() {
    assertThat(StatelessHash.mix(0)).isZero();
    assertThat(StatelessHash.mix(1)).isEqualTo(0x5692161D100B05E5L);
  }

  @Test
  void unitsFillTheIntervalEvenly() {
    int draws = 100_000;
    int[] bins = new int[10];
    double mean = 0;
    for (int i = 0; i < draws; i++) {
      double u = StatelessHash.unit(StatelessHash.of(3, i, i + 1));
      assertThat(u).isBetween(0.0, Math.nextDown(1.0));
      bins[(int) (u * 10)]++;
      mean += u / draws;
    }
    assertThat(mean).isCloseTo(0.5, within(0.005));
    for (int bin : bins) {
      assertThat(bin).isCloseTo(draws / 10, within(400)); // four standard deviations
    }
  }

  @Test
  void everyWordCounts() {
    long base = StatelessHash.of(1, 2, 3, 4);
    assertThat(StatelessHash.of(2, 2, 3, 4)).isNotEqualTo(base);
    assertThat(StatelessHash.of(1, 3, 3, 4)).isNotEqualTo(base);
    assertThat(StatelessHash.of(1, 3, 2, 4)).isNotEqualTo(base);
    assertThat(StatelessHash.of(1, 2, 3, 5)).isNotEqualTo(base);
  }

  @Test
  void boundedDrawsStayBelowTheBound() {
    int[] seen = new int[7];
    for (int i = 0; i < 7000; i++) {
      seen[StatelessHash.below(StatelessHash.of(9, i), 7)]++;
    }
    for (int count : seen) {
      assertThat(count).isCloseTo(1000, within(150));
    }
  }
}
