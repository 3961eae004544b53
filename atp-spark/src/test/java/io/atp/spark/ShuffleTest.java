package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import org.junit.jupiter.api.Test;

/// A hop ships each row once to each partition that needs it, and hardly a byte more.
class ShuffleTest {
  @Test
  void aHopShipsTheRowsOfGhostsAndNothingElse() throws Exception {
    try (Workspace work = Workspace.open(1)) {
      SparkData tables =
          SparkData.of(GraphGenerator.generate(GeneratorConfig.of(2000, 8000, 48, 3), work));
      SparkEncodings operator =
          AtpSpark.on(tables.edges(), tables.nodes())
              .with(SparkConfig.defaults().withPartitions(4))
              .graph()
              .constant(0.5);
      ShuffleMeter meter = ShuffleMeter.on(LocalSpark.session().sparkContext());
      SparkHops hops = operator.propagate(2);
      long needed = hops.neededBytesPerHop();
      assertThat(needed).isPositive();
      LocalSpark.session().sparkContext().listenerBus().waitUntilEmpty();
      for (int hop = 1; hop <= 2; hop++) {
        long written = meter.written("atp propagate: hop %d".formatted(hop));
        assertThat(written).isBetween(needed / 2, needed + needed / 10);
      }
    }
  }
}
