package io.atp.cli.demo;

import io.atp.core.graph.CsrGraph;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Nodes to judge, all of them and by degree: the half with the fewest neighbours and the tenth
/// with the most. Ties go by id.
public record DegreeBands(int[] all, int[] low, int[] high) {
  public static DegreeBands of(CsrGraph graph, int[] nodes) {
    int[] byDegree =
        IntStream.of(nodes)
            .boxed()
            .sorted(Comparator.<Integer>comparingInt(graph::degree).thenComparing(node -> node))
            .mapToInt(Integer::intValue)
            .toArray();
    int count = byDegree.length;
    return new DegreeBands(
        nodes,
        Arrays.copyOf(byDegree, Math.ceilDiv(count, 2)),
        Arrays.copyOfRange(byDegree, count - Math.ceilDiv(count, 10), count));
  }
}
