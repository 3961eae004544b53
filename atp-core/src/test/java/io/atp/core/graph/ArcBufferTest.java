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

  @Test
  void manyAddedAtOnceCrossBlocks() {
    try (Workspace work = Workspace.open(1)) {
      ArcBuffer arcs = new ArcBuffer(work);
      arcs.add(7, 8);
      long[] packed = new long[ArcBuffer.BLOCK_ARCS + 10];
      for (int i = 0; i < packed.length; i++) {
        packed[i] = ArcSource.pack(i, i + 1);
      }
      arcs.add(packed, packed.length - 3);
      arcs.add(packed, 0);
      assertThat(arcs.size()).isEqualTo(packed.length - 2);
      long[] copied = new long[packed.length - 2];
      arcs.copy(0, copied.length, copied);
      assertThat(copied[0]).isEqualTo(ArcSource.pack(7, 8));
      for (int i = 1; i < copied.length; i++) {
        assertThat(copied[i]).isEqualTo(packed[i - 1]);
      }
    }
  }
}
