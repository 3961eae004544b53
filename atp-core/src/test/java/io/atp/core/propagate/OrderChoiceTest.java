package io.atp.core.propagate;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CommunityOrder;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.propagate.PropagationConfig.RowOrder;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;

class OrderChoiceTest {
  private static final PropagationConfig LONG =
      PropagationConfig.of(200, new HopCombiner.Last()).withOrder(RowOrder.AUTO);

  @Test
  void communitiesAreLookedForOnLongWalksOverLargePanelsOnly() {
    try (Workspace work = Workspace.open(1)) {
      int nodes = 5_000_000;
      CsrGraph large = NamedGraphs.edges(work, nodes, 0, 1);
      DenseFeatures x = new DenseFeatures(nodes, 4, work.allocateFloats(4L * nodes));
      assertThat(OrderChoice.settle(large, x, LONG)).isEqualTo(RowOrder.AUTO);
      PropagationConfig shorter = PropagationConfig.of(100, new HopCombiner.Last());
      assertThat(OrderChoice.settle(large, x, shorter.withOrder(RowOrder.AUTO)))
          .isEqualTo(RowOrder.AS_GIVEN);
      assertThat(OrderChoice.settle(large, x, LONG.withMemoryBytes(1L << 40)))
          .isEqualTo(RowOrder.AS_GIVEN);
      assertThat(OrderChoice.settle(large, x, shorter.withOrder(RowOrder.BY_COMMUNITY)))
          .isEqualTo(RowOrder.BY_COMMUNITY);
      CsrGraph small = NamedGraphs.path(work, 1000);
      DenseFeatures few = new DenseFeatures(1000, 4, work.allocateFloats(4000));
      assertThat(OrderChoice.settle(small, few, LONG)).isEqualTo(RowOrder.AS_GIVEN);
    }
  }

  @Test
  void rowsMoveOnlyWhereNeighboursAreFarAndCommunitiesSmall() {
    try (Workspace work = Workspace.open(1)) {
      int nodes = 300_000;
      CsrGraph near = NamedGraphs.path(work, nodes);
      CsrGraph far = NamedGraphs.renamed(work, near, NamedGraphs.permutation(nodes, 1));
      int width = 256;
      CommunityOrder found = new CommunityOrder(new int[0], 0.8, 10_000);
      assertThat(OrderChoice.pays(far, found, width)).isTrue();
      assertThat(OrderChoice.pays(near, found, width)).isFalse();
      assertThat(OrderChoice.pays(far, new CommunityOrder(new int[0], 0.2, 10_000), width))
          .isFalse();
      assertThat(OrderChoice.pays(far, new CommunityOrder(new int[0], 0.8, 100_000), width))
          .isFalse();
    }
  }
}
