package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSetTest {
  /// Long runs of both kinds, and places where every bit differs from the next.
  private static final IntPredicate SOME =
      node -> node % 300 < 200 ? node / 97 % 2 == 0 : StatelessHash.of(7, node) < 0;

  private static BitSet runs(NodeSet set, int from, int to) {
    BitSet found = new BitSet();
    int[] last = {-1};
    set.forEachRun(
        from,
        to,
        (first, end) -> {
          assertThat(first).isGreaterThan(last[0]).isLessThan(end); // runs do not touch
          last[0] = end;
          found.set(first, end);
        });
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 40_000})
  void itIsTheSetOfThoseThatPassTheTest(int nodes) {
    BitSet slow = new BitSet();
    for (int node = 0; node < nodes; node++) {
      slow.set(node, SOME.test(node));
    }
    try (Workers workers = new Workers(3)) {
      NodeSet set = NodeSet.where(nodes, SOME, workers);
      assertThat(set.size()).isEqualTo(slow.cardinality());
      assertThat(runs(set, 0, nodes)).isEqualTo(slow);
      for (int node = 0; node < nodes; node++) {
        assertThat(set.contains(node)).isEqualTo(slow.get(node));
      }
      int from = nodes / 3;
      int to = nodes - nodes / 5;
      slow.clear(0, from);
      slow.clear(to, nodes + 1);
      assertThat(runs(set, from, to)).isEqualTo(slow);
      NodeSet shared = NodeSet.none(nodes);
      workers.forEachRange(
          nodes,
          3, // ranges that share words
          (first, end) -> {
            for (int node = first; node < end; node++) {
              if (SOME.test(node)) {
                shared.addShared(node);
              }
            }
          });
      assertThat(runs(shared, 0, nodes)).isEqualTo(runs(set, 0, nodes));
      NodeSet copy = set.copy();
      for (int node = 0; node < nodes; node++) {
        copy.add(node);
      }
      assertThat(copy.size()).isEqualTo(nodes);
      assertThat(set.size()).isEqualTo(shared.size());
    }
  }
}
