package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExternalBuildTest {
  @TempDir Path folder;

  /// Random arcs with loops and repeats; low ids are hubs.
  private record RandomArcs(int nodes, long size, long seed) implements ArcSource {
    @Override
    public int copy(long from, int count, long[] into) {
      for (int i = 0; i < count; i++) {
        long hash = StatelessHash.of(seed, from + i);
        double unit = StatelessHash.unit(hash);
        int source = (int) (nodes * unit * unit * unit);
        into[i] = ArcSource.pack(source, StatelessHash.below(StatelessHash.mix(hash), nodes));
      }
      return count;
    }
  }

  private static GraphBuilder builder(boolean symmetrise, int nodes, Workspace work) {
    return symmetrise ? GraphBuilder.undirected(nodes, work) : GraphBuilder.directed(nodes, work);
  }

  @ParameterizedTest
  @CsvSource({"true, 1.0, 1", "true, 0.25, 2", "true, 0.05, 7", "false, 0.25, 1", "false, 0.05, 2"})
  void theBytesAreThoseOfTheBuildInMemory(boolean symmetrise, double share, int threads)
      throws IOException {
    ArcSource arcs = new RandomArcs(5_000, 600_000, 3);
    long need = GraphBuilder.inMemoryBytes(5_000, arcs.size(), symmetrise);
    try (Workspace plain = Workspace.open(2);
        Workspace tight = Workspace.open(threads)) {
      tight.spillTo(folder, (long) (share * need));
      BuiltGraph expected = builder(symmetrise, 5_000, plain).add(arcs).build();
      BuiltGraph built = builder(symmetrise, 5_000, tight).add(arcs).build();
      GraphAssert.assertSame(built.graph(), expected.graph());
      assertThat(built.account()).isEqualTo(expected.account());
      assertThat(built.account().selfLoopsRemoved()).isPositive();
      assertThat(built.graph().targets().isMapped()).isEqualTo(share < 1);
      assertThat(tight.peakBytes()).isLessThanOrEqualTo(Math.max(1 << 21, (long) (share * need)));
    }
  }

  @Test
  void aBufferThatWentToDiskGivesTheSameArcs() throws IOException {
    int arcs = 3 * ArcBuffer.BLOCK_ARCS + 17;
    try (Workspace plain = Workspace.open(1);
        Workspace tight = Workspace.open(2)) {
      tight.spillTo(folder, 1 << 22);
      ArcBuffer expected = new ArcBuffer(plain);
      ArcBuffer spilled = new ArcBuffer(tight);
      for (int i = 0; i < arcs; i++) {
        int source = StatelessHash.below(StatelessHash.mix(i), 900);
        expected.add(source, i % 1_000);
        spilled.add(source, i % 1_000);
      }
      expected.rename(id -> (id + 7) % 1_000);
      spilled.rename(id -> (id + 7) % 1_000);
      assertThat(tight.peakBytes()).isLessThanOrEqualTo(1 << 22);
      long[] sum = new long[2];
      expected.forEachId(id -> sum[0] = 31 * sum[0] + id);
      spilled.forEachId(id -> sum[1] = 31 * sum[1] + id);
      assertThat(sum[1]).isEqualTo(sum[0]);
      GraphAssert.assertSame(
          GraphBuilder.undirected(1_000, tight).add(spilled).build().graph(),
          GraphBuilder.undirected(1_000, plain).add(expected).build().graph());
    }
  }

  @Test
  void nothingButTheResultStaysInTheFolder() throws IOException {
    try (Workspace tight = Workspace.open(2)) {
      tight.spillTo(folder, 1 << 16);
      CsrGraph graph =
          GraphBuilder.undirected(3_000, tight)
              .add(new RandomArcs(3_000, 40_000, 1))
              .build()
              .graph();
      assertThat(graph.arcCount()).isPositive();
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.map(file -> file.getFileName().toString().replaceAll("-.*", "")))
            .containsExactlyInAnyOrder("offsets", "targets");
      }
      assertThat(tight.spill().orElseThrow().take(graph.targets())).isPresent();
      assertThat(tight.spill().orElseThrow().take(graph.targets())).isEmpty();
    }
  }

  @Test
  void aNodeOutsideIsRefusedAsInMemory() {
    try (Workspace tight = Workspace.open(1)) {
      tight.spillTo(folder, 1 << 10);
      assertThatThrownBy(
              () -> GraphBuilder.undirected(99, tight).add(new RandomArcs(200, 5_000, 1)).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("names a node outside 0 to 98");
    }
  }

  @Test
  void aStarThatMemoryCannotSortIsRefusedWithItsNumbers() {
    ArcSource star =
        new ArcSource() {
          @Override
          public long size() {
            return 400_000;
          }

          @Override
          public int copy(long from, int count, long[] into) {
            for (int i = 0; i < count; i++) {
              into[i] = ArcSource.pack(0, (int) (from + i) % 50_000);
            }
            return count;
          }
        };
    try (Workspace tight = Workspace.open(1)) {
      tight.spillTo(folder, 1 << 16);
      assertThatThrownBy(() -> GraphBuilder.directed(50_000, tight).add(star).build())
          .hasMessage(
              "sorting the 399,992 arcs of nodes 0 to 0 needs 5 MB of memory, and 0 MB are left");
    }
  }
}
