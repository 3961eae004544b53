package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workers;

/// Cross-checks of everything a [CsrGraph] promises, called on every graph that a test produces.
public final class GraphAssert {
  private GraphAssert() {}

  public static CsrGraph assertGraph(CsrGraph graph) {
    long arcs = 0;
    assertThat(graph.offset(0)).isZero();
    for (int node = 0; node < graph.nodeCount(); node++) {
      int[] row = row(graph, node);
      assertThat(row).hasSize(graph.degree(node));
      assertThat(graph.offset(node)).isEqualTo(arcs);
      arcs += row.length;
      int previous = -1;
      for (int target : row) {
        assertThat(target)
            .as("row %d", node)
            .isGreaterThan(previous)
            .isLessThan(graph.nodeCount())
            .isNotEqualTo(node);
        assertThat(!graph.symmetric() || graph.hasArc(target, node))
            .as("%d – %d", node, target)
            .isTrue();
        previous = target;
      }
    }
    assertThat(graph.arcCount()).isEqualTo(arcs);
    try (Workers one = new Workers(1)) {
      graph.check(one);
    }
    return graph;
  }

  public static int[] row(CsrGraph graph, int node) {
    int[] row = new int[graph.degree(node)];
    graph.copyRow(node, row);
    return row;
  }

  /// Same nodes, same rows.
  public static void assertSame(CsrGraph actual, CsrGraph expected) {
    assertThat(actual.nodeCount()).isEqualTo(expected.nodeCount());
    assertThat(actual.symmetric()).isEqualTo(expected.symmetric());
    assertThat(actual.offsets().mismatch(expected.offsets())).isEqualTo(-1);
    assertThat(actual.targets().mismatch(expected.targets())).isEqualTo(-1);
  }
}
