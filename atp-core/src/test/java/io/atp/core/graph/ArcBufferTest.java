package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;

class ArcBufferTest {
  @Test
  void renamingReachesEveryIdOfEveryBlock() {
    try (Workspace work = Workspace.open(1)) {
      int count = ArcBuffer.BLOCK_ARCS + 3;
      ArcBuffer arcs = new ArcBuffer(work);
      for (int i = 0; i < count; i++) {
        arcs.add(i, Integer.MAX_VALUE - i);
      }
      arcs.rename(id -> id >= 1 << 30 ? Integer.MAX_VALUE - id : id + 1);
      int[] seen = new int[1];
      int[] wrong = new int[1];
      arcs.forEachId(
          id -> {
            int arc = seen[0] / 2;
            wrong[0] += id == (seen[0]++ % 2 == 0 ? arc + 1 : arc) ? 0 : 1;
          });
      assertThat(wrong[0]).isZero();
      assertThat(seen[0]).isEqualTo(2 * count);
    }
  }
}
