package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawsTest {
  private static final double[] WEIGHTS = {1, 0, 3, 4, 2};

  @Test
  void placesAreDrawnInProportionToTheirWeights() {
    var drawn = new CumulativeWeights(WEIGHTS).draw(100_000, 3);
    assertThat(drawn.places()).containsExactly(0, 2, 3, 4);
    assertThat(IntStream.of(drawn.counts()).sum()).isEqualTo(100_000);
    double[] shares = {.1, .3, .4, .2};
    for (int k = 0; k < shares.length; k++) {
      assertThat(drawn.counts()[k] / 1e5).isCloseTo(shares[k], within(0.01));
    }
  }

  /// P(both of {0, 1}) for weights 1, 2, 3 is `1/6 · 2/5 + 2/6 · 1/4`.
  @Test
  void distinctPlacesAreDrawnOneAfterAnother() {
    double[] weights = {1, 2, 3};
    int both = 0;
    for (int seed = 0; seed < 40_000; seed++) {
      int[] drawn = DistinctDraws.byWeight(weights, 2, seed);
      assertThat(drawn).hasSize(2);
      both += drawn[0] == 0 && drawn[1] == 1 ? 1 : 0;
    }
    assertThat(both / 40_000.0).isCloseTo(1 / 15.0 + 1 / 12.0, within(0.01));
  }

  @Test
  void aPlaceWithoutWeightIsNeverDrawn() {
    assertThat(DistinctDraws.byWeight(WEIGHTS, 5, 1)).containsExactly(0, 2, 3, 4);
    assertThatThrownBy(() -> new CumulativeWeights(new double[3]))
        .hasMessage("weights to draw by must have a sum above 0, got 0.0");
  }

  @Test
  void uniformSetsAreAllEquallyLikely() {
    int[] seen = new int[6];
    Set<Set<Integer>> sets = new HashSet<>();
    for (int seed = 0; seed < 30_000; seed++) {
      int[] drawn = DistinctDraws.uniform(6, 3, seed);
      assertThat(drawn).isSorted().doesNotHaveDuplicates().hasSize(3);
      Set<Integer> set = new HashSet<>();
      for (int place : drawn) {
        seen[place]++;
        set.add(place);
      }
      sets.add(set);
    }
    assertThat(sets).hasSize(20);
    for (int count : seen) {
      assertThat(count / 30_000.0).isCloseTo(0.5, within(0.02));
    }
    assertThat(DistinctDraws.uniform(2, 5, 9)).containsExactly(0, 1);
  }
}
