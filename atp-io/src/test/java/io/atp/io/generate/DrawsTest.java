package io.atp.io.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workers;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DrawsTest {
  @Test
  void aShuffleVisitsEveryNumberOnce() {
    for (int count = 1; count <= 130; count++) {
      boolean[] seen = new boolean[count];
      Shuffle shuffle = new Shuffle(count, 5, 9);
      for (int i = 0; i < count; i++) {
        assertThat(seen[shuffle.of(i)]).as("%d of %d", i, count).isFalse();
        seen[shuffle.of(i)] = true;
      }
    }
  }

  @Test
  void aShuffleLeavesNoOrder() {
    int count = 10_000;
    Shuffle shuffle = new Shuffle(count, 1, 2);
    double product = 0;
    for (int i = 0; i < count; i++) {
      product += (i - count / 2.0) * (shuffle.of(i) - count / 2.0);
    }
    double correlation = product / (count * (double) count * count / 12);
    assertThat(correlation).isCloseTo(0, within(0.04));
  }

  @Test
  void nodesAreDrawnByTheirWeightInTheirPlace() {
    // Seven nodes in three classes; one weight is 0.
    double[] weights = {3, 0, 1, 2, 5, 0.5, 4};
    try (Workers workers = new Workers(1)) {
      ClassLayout layout = new ClassLayout(GeneratorConfig.of(7, 0, 0, 3), workers);
      WeightedNodes nodes = new WeightedNodes(layout, weights);
      int draws = 100_000;
      for (int klass = 0; klass < 3; klass++) {
        double[] all = new double[7];
        double[] inside = new double[7];
        double[] outside = new double[7];
        for (int i = 0; i < draws; i++) {
          double unit = (i + 0.5) / draws;
          all[nodes.draw(unit)]++;
          inside[nodes.drawInside(klass, unit)]++;
          outside[nodes.drawOutside(klass, unit)]++;
        }
        double total = Arrays.stream(weights).sum();
        double own = nodes.totalOf(klass);
        for (int node = 0; node < 7; node++) {
          boolean member = layout.classOf(node) == klass;
          double weight = weights[node];
          assertThat(all[node] / draws).isCloseTo(weight / total, within(1e-4));
          assertThat(inside[node] / draws).isCloseTo(member ? weight / own : 0, within(1e-4));
          assertThat(outside[node] / draws)
              .isCloseTo(member ? 0 : weight / (total - own), within(1e-4));
        }
      }
    }
  }

  @Test
  void normalQuantilesAreThoseOfTheTables() {
    float[] four = new float[4];
    // 65 536 · 0.975 = 63 897.6: the entry below stands for (63 897 + ½) / 65 536.
    NormalQuantiles.four(63_897L | 32_768L << 16 | 0L << 32 | 65_535L << 48, 1, four, 0);
    assertThat(four[0]).isCloseTo(1.95994f, within(1e-4f));
    assertThat(four[1]).isCloseTo(0.0000191f, within(1e-6f));
    assertThat(four[2]).isCloseTo(-four[3], within(0f));
    assertThat(four[3]).isCloseTo(4.3246f, within(2e-3f));
  }

  @Test
  void theLargestWeightHasTheLargestDegreeAllowed() {
    GeneratorConfig config = GeneratorConfig.of(100_000, 1_000_000, 0, 2);
    double cap = DegreeWeights.cap(config);
    try (Workers workers = new Workers(2)) {
      double[] weights = DegreeWeights.of(config, cap, workers);
      double total = Arrays.stream(weights).sum();
      double largest = Arrays.stream(weights).max().orElseThrow();
      assertThat(2 * config.edgeCount() * largest / total).isCloseTo(1_000, within(10.0));
    }
  }
}
