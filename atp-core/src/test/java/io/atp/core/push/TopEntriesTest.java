package io.atp.core.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopEntriesTest {
  /// Ranks take only ten values, so that ties decide most places.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 17, 99, 100, 1000})
  void theBestAreKeptAndTiesGoToLowerIds(int keep) {
    double[] ranks =
        IntStream.range(0, 100)
            .mapToDouble(node -> StatelessHash.below(StatelessHash.of(keep, node), 10))
            .toArray();
    int[] expected =
        IntStream.range(0, 100)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(node -> -ranks[node]).thenComparingInt(n -> n))
            .limit(keep)
            .mapToInt(node -> node)
            .sorted()
            .toArray();
    TopEntries top = new TopEntries(keep);
    for (long order = 0; order < 3; order++) {
      top.clear();
      for (int node : NamedGraphs.permutation(100, order)) {
        top.offer(node, ranks[node], node / 2.0);
      }
      int[] columns = new int[top.size()];
      float[] weights = new float[top.size()];
      top.copyTo(columns, weights, 0);
      assertThat(columns).containsExactly(expected);
      assertThat(weights).containsExactly(halves(expected));
    }
  }

  private static float[] halves(int[] nodes) {
    float[] halves = new float[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      halves[i] = nodes[i] / 2f;
    }
    return halves;
  }
}
