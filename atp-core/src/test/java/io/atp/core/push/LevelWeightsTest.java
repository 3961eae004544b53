package io.atp.core.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LevelWeightsTest {
  private static void assertWeights(LevelWeights weights, double... expected) {
    assertThat(weights.values()).containsExactly(expected, within(1e-15));
  }

  @Test
  void eachFamilyFollowsItsFormula() {
    assertWeights(LevelWeights.personalisedPageRank(2, .2), .2, .16, .64);
    assertWeights(LevelWeights.personalisedPageRank(0, .2), 1);
    assertWeights(LevelWeights.personalisedPageRank(2, 1), 1, 0, 0);
    assertWeights(LevelWeights.truncatedPageRank(2, .2), .2, .16, .128);
    assertWeights(LevelWeights.single(2), 0, 0, 1);
    assertWeights(LevelWeights.average(3), .25, .25, .25, .25);
    double e = Math.exp(-3);
    assertWeights(LevelWeights.heat(3, 3), e, 3 * e, 4.5 * e, 4.5 * e);
    assertThat(Arrays.stream(LevelWeights.heat(60, 3).values()).sum()).isCloseTo(1, within(1e-14));
  }

  @Test
  void tailsSumFromALevelOn() {
    LevelWeights weights = new LevelWeights(new double[] {1, 0, 2, 1});
    assertThat(weights.tails()).containsExactly(4, 3, 3, 1, 0);
    assertWeights(weights.normalised(), .25, 0, .5, .25);
    assertThat(weights.lastLevel()).isEqualTo(3);
  }

  @Test
  void weightsThatAddUpToNothingAreRefused() {
    assertThatThrownBy(() -> new LevelWeights(new double[] {0, 0}))
        .hasMessage("2 level weights sum to 0.0, which leaves nothing to add up");
    assertThatThrownBy(() -> new LevelWeights(new double[] {1, -2}))
        .hasMessage("the weight of level 1 must be finite and not negative, got -2.0");
    assertThatThrownBy(() -> LevelWeights.truncatedPageRank(2, 0))
        .hasMessage("restartProbability must lie in (0, 1], got 0.0");
    assertThatThrownBy(() -> LevelWeights.single(-1))
        .hasMessage("lastLevel must be at least 0, got -1");
  }
}
