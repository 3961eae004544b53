package io.atp.learn.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadTest {
  @Test
  void meanAndSampleDeviationByHand() {
    Spread found = Spread.of(2, 4, 4, 4, 5, 5, 7, 9);
    assertThat(found.mean()).isEqualTo(5);
    assertThat(found.standardDeviation()).isEqualTo(Math.sqrt(32 / 7.0));
    assertThat(found.runs()).containsExactly(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0);
  }

  @Test
  void oneRunHasNoDeviationAndShowsThatItIsOne() {
    Spread found = Spread.of(.8);
    assertThat(found.standardDeviation()).isZero();
    assertThat(found.runs()).hasSize(1);
    assertThat(found.against(Spread.of(.7), 1)).isEqualTo(new Paired(.8 - .7, 0, 1, 0, 0, 1, true));
  }

  @Test
  void noRunsAndBrokenRunsAreRefused() {
    assertThatThrownBy(Spread::of).hasMessage("there are no runs to take the mean of");
    assertThatThrownBy(() -> Spread.of(1, Double.NaN))
        .hasMessage("run 1 must be a finite number, got NaN");
    assertThatThrownBy(() -> Spread.of(1, 2).against(Spread.of(1), 0))
        .hasMessage("2 runs cannot be paired with 1: both need the same seeds");
  }

  @Test
  void fourPairsByHand() {
    // Differences 1, 2, 3, −1 add to 5. Of the 16 sign choices three give 5 or more (7 with no
    // minus, 5 with either 1 taken off), and three their opposites.
    Paired found = Spread.of(2, 4, 6, 1).against(Spread.of(1, 2, 3, 2), 0);
    assertThat(found.meanDifference()).isEqualTo(1.25);
    assertThat(found.standardError())
        .isCloseTo(Math.sqrt((.0625 + .5625 + 3.0625 + 5.0625) / 3 / 4), within(1e-15));
    assertThat(found.wins()).isEqualTo(3);
    assertThat(found.losses()).isEqualTo(1);
    assertThat(found.ties()).isZero();
    assertThat(found.pValue()).isEqualTo(6 / 16.0);
    assertThat(found.exact()).isTrue();
  }

  @Test
  void tenWinsInTenAreTwoChoicesIn1024() {
    double[] better = new double[10];
    double[] worse = new double[10];
    for (int i = 0; i < 10; i++) {
      better[i] = .8 + .01 * i;
      worse[i] = better[i] - .001 * (i + 1);
    }
    assertThat(Paired.of(better, worse, 0).pValue()).isEqualTo(2 / 1024.0);
    assertThat(Paired.of(worse, better, 0).pValue()).isEqualTo(2 / 1024.0);
    assertThat(Paired.of(worse, better, 0).losses()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 20})
  void methodsThatAreAlikeInEveryRunTellNothing(int runs) {
    double[] same = new double[runs];
    Arrays.fill(same, .81);
    assertThat(Paired.of(same, same, 3)).isEqualTo(new Paired(0, 0, 0, 0, runs, 1, runs <= 12));
  }

  @Test
  void sumsThatAreEqualButForRoundingCountAsEqual() {
    // The sum is .3; −.1 − .2 + .3 + .3 is so too, yet comes out one unit smaller in the last
    // place. In tenths, 12 of the 16 sums of ±1 ±2 ±3 ±3 are 3 or more in magnitude.
    Paired found = Paired.of(new double[] {.1, .2, -.3, .3}, new double[4], 0);
    assertThat(found.pValue()).isEqualTo(12 / 16.0);
  }

  @Test
  void drawnSignsComeCloseToAllSigns() {
    // Thirteen pairs, one of them a tie: the exact test of the other twelve is the same test.
    double[] twelve = new double[12];
    double[] thirteen = new double[13];
    for (int i = 0; i < 12; i++) {
      twelve[i] = thirteen[i] = StatelessHash.unit(StatelessHash.of(4, i)) - .35;
    }
    Paired exact = Paired.of(twelve, new double[12], 0);
    Paired drawn = Paired.of(thirteen, new double[13], 0);
    assertThat(exact.exact()).isTrue();
    assertThat(drawn.exact()).isFalse();
    assertThat(exact.pValue()).isBetween(.01, .99);
    assertThat(drawn.pValue()).isCloseTo(exact.pValue(), within(.02));
    assertThat(Paired.of(thirteen, new double[13], 0)).isEqualTo(drawn);
    assertThat(Paired.of(thirteen, new double[13], 1).pValue()).isNotEqualTo(drawn.pValue());
  }
}
