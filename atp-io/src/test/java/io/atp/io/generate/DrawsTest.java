package io.atp.io.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.StatelessHash;
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
  void aShuffleIsUndoneByItsInverse() {
    for (int count : new int[] {1, 2, 3, 10, 99, 100, 101, 65_537}) {
      Shuffle shuffle = new Shuffle(count, 3, 4);
      for (int i = 0; i < count; i++) {
        assertThat(shuffle.inverse(shuffle.of(i))).isEqualTo(i);
      }
    }
  }

  /// Near the ends of the range, where rounding could cross an edge, and with counts whose last row
  /// is short, so that some numbers go round once more.
  @Test
  void manyAreUndoneAtOnceAsOneByOne() {
    for (int count : new int[] {1, 2, 3, 10, 99, 65_537, 111_059_956, Integer.MAX_VALUE}) {
      Shuffle shuffle = new Shuffle(count, 3, 4);
      int size = Math.min(count, 1_000);
      long[] values = new long[2 * size];
      for (int i = 0; i < size; i++) {
        values[i] = i;
        values[size + i] = count - 1 - i;
      }
      long[] expected = new long[values.length + 1];
      for (int i = 0; i < values.length; i++) {
        expected[i] = shuffle.inverse((int) values[i]);
      }
      long[] found = Arrays.copyOf(values, values.length + 1);
      shuffle.inverse(found, values.length);
      assertThat(found).as("%d", count).isEqualTo(expected);
    }
  }

  @Test
  void edgesDrawnTogetherAreThoseDrawnOneByOne() {
    GeneratorConfig config = GeneratorConfig.of(5_000, 20_000, 0, 7);
    BlockModel model = new BlockModel(config, new ClassLayout(5_000, 7, config.seed()));
    long[] together = new long[3_000];
    int count = new EdgeDraws(model, 10_000).copy(4_000, 3_000, together);
    HashStream random = new HashStream();
    int at = 0;
    for (long index = 4_000; index < 7_000; index++) {
      long edge = model.edge(Purpose.EDGE, index, random);
      if (edge != BlockModel.NONE) {
        assertThat(together[at++]).isEqualTo(edge);
      }
    }
    assertThat(at).isEqualTo(count);
  }

  @Test
  void placesAreDrawnByTheirWeight() {
    // Twenty-three places in three classes: the last rank is not full, and one weight is 0.
    double[] weights = new double[23];
    for (int place = 0; place < 23; place++) {
      weights[place] = place == 22 ? 0 : 10.0 / (1 + place);
    }
    ClassLayout layout = new ClassLayout(23, 3, 1);
    PlaceDraw places = new PlaceDraw(layout, falling(weights));
    HashStream random = new HashStream().from(7);
    int draws = 60_000;
    for (int klass = 0; klass < 3; klass++) {
      double[] all = new double[23];
      double[] inside = new double[23];
      double[] outside = new double[23];
      for (int i = 0; i < draws; i++) {
        all[places.draw(random)]++;
        inside[places.drawInside(klass, random)]++;
        outside[places.drawOutside(klass, random)]++;
      }
      double total = Arrays.stream(weights).sum();
      double own = 0;
      for (int place = klass; place < 23; place += 3) {
        own += weights[place];
      }
      for (int place = 0; place < 23; place++) {
        boolean member = place % 3 == klass;
        double weight = weights[place];
        assertThat(all[place] / draws).isCloseTo(weight / total, within(0.01));
        assertThat(inside[place] / draws).isCloseTo(member ? weight / own : 0, within(0.01));
        assertThat(outside[place] / draws)
            .isCloseTo(member ? 0 : weight / (total - own), within(0.01));
      }
    }
  }

  private static PlaceDraw.Weight falling(double[] weights) {
    return new PlaceDraw.Weight() {
      @Override
      public double at(double place) {
        return place < weights.length ? weights[(int) place] : 0;
      }

      @Override
      public double most(double from, double to) {
        return at(from);
      }

      @Override
      public double least(double from, double to) {
        return at(to - 1);
      }
    };
  }

  @Test
  void normalQuantilesAreThoseOfTheTables() {
    // 65 536 · 0.975 = 63 897.6: the entry below stands for (63 897 + ½) / 65 536.
    assertThat(NormalQuantiles.of(63_897)).isCloseTo(1.95994f, within(1e-4f));
    assertThat(NormalQuantiles.of(32_768)).isCloseTo(0.0000191f, within(1e-6f));
    assertThat(NormalQuantiles.of(65_535)).isCloseTo(4.3246f, within(2e-3f));
    assertThat(NormalQuantiles.of(1 << 16)).isEqualTo(-NormalQuantiles.of(65_535));
  }

  @Test
  void theLargestWeightHasTheLargestDegreeAllowed() {
    GeneratorConfig config = GeneratorConfig.of(100_000, 1_000_000, 0, 2);
    PlaceWeights weights = new PlaceWeights(config);
    double total = 0;
    for (int place = 0; place < 100_000; place++) {
      total += weights.at(place);
    }
    assertThat(weights.sum(w -> w)).isCloseTo(total, within(1e-6 * total));
    assertThat(2 * config.edgeCount() * weights.at(0) / total).isCloseTo(1_000, within(10.0));
  }

  @Test
  void asManyDrawsAreMadeAsLeaveTheEdgesAskedFor() {
    // Dense enough for many repeats; counted on a quarter of the pairs, chosen by hash.
    GeneratorConfig config = GeneratorConfig.of(60_000, 5_000_000, 0, 40);
    BlockModel model = new BlockModel(config, new ClassLayout(60_000, 40, 0));
    long draws = DrawCount.of(config, model);
    assertThat(draws).isGreaterThan(5_100_000);
    PairSet quarter = new PairSet(2_000_000);
    HashStream random = new HashStream();
    for (long index = 0; index < draws; index++) {
      long pair = model.edge(Purpose.EDGE, index, random);
      if (StatelessHash.mix(pair) >>> 62 == 0) {
        quarter.add(pair);
      }
    }
    assertThat(4.0 * quarter.size() / config.edgeCount()).isBetween(0.99, 1.0);
  }
}
