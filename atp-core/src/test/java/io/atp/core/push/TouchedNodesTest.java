package io.atp.core.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.StatelessHash;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TouchedNodesTest {
  @Test
  void nodesAreNumberedInTheOrderTheyAreMet() {
    TouchedNodes touched = new TouchedNodes();
    for (int round = 0; round < 3; round++) {
      Map<Integer, Integer> twin = new HashMap<>();
      for (int i = 0; i < 20_000; i++) {
        int node = StatelessHash.below(StatelessHash.of(round, i), Integer.MAX_VALUE >> i % 20);
        Integer known = twin.putIfAbsent(node, twin.size());
        assertThat(touched.slot(node)).isEqualTo(known != null ? known : twin.size() - 1);
        assertThat(touched.count()).isEqualTo(twin.size());
      }
      twin.forEach(
          (node, slot) -> {
            assertThat(touched.node(slot)).isEqualTo(node);
            assertThat(touched.find(node)).isEqualTo(slot);
          });
      touched.clear();
      twin.keySet().forEach(node -> assertThat(touched.find(node)).isEqualTo(-1));
    }
  }
}
