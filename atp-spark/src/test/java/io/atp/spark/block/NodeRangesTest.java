package io.atp.spark.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeRangesTest {
  @Test
  void rangesCoverAllNodesOnceAndOwnersAreTheirs() {
    for (int nodes : new int[] {1, 5, 1000}) {
      for (int partitions : new int[] {1, 3, 31}) {
        long[] work = new long[64];
        work[7] = 5000; // a hub
        NodeRanges ranges = NodeRanges.balanced(nodes, work, partitions);
        assertThat(ranges.count()).isEqualTo(partitions);
        assertThat(ranges.from(0)).isZero();
        assertThat(ranges.nodeCount()).isEqualTo(nodes);
        for (int node = 0; node < nodes; node++) {
          int owner = ranges.ownerOf(node);
          assertThat(node).isBetween(ranges.from(owner), ranges.to(owner) - 1);
        }
      }
    }
  }

  @Test
  void aBucketHoldsTheNodesBetweenItsStarts() {
    for (int nodes : new int[] {1, 63, 64, 1001}) {
      assertThat(IntStream.range(0, nodes))
          .allSatisfy(
              node -> {
                int bucket = NodeRanges.bucketOf(nodes, 64, node);
                assertThat(node)
                    .isBetween(
                        NodeRanges.bucketStart(nodes, 64, bucket),
                        NodeRanges.bucketStart(nodes, 64, bucket + 1) - 1);
              });
    }
  }

  @Test
  void evenWorkIsCutEvenly() {
    long[] work = new long[100];
    Arrays.fill(work, 10);
    assertThat(NodeRanges.balanced(1000, work, 4).bounds()).containsExactly(0, 250, 500, 750, 1000);
  }
}
