package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.StoppingCheckpoint;
import io.atp.core.runtime.StoppingCheckpoint.Stopped;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A build that is stopped after any part goes on to the same graph.
class RestartedBuildTest {
  private static final int NODES = 2_000;
  private static final int ARCS = 3 * (1 << 18) + 11;
  private static final long MEMORY = 1 << 22;

  @TempDir Path folder;
  private StoppingCheckpoint checkpoint;

  /// @param order a number for every run in which arcs come in another order
  private record Arcs(int order, boolean repeatable) implements ArcSource {
    @Override
    public long size() {
      return ARCS;
    }

    @Override
    public int copy(long from, int count, long[] into) {
      for (int i = 0; i < count; i++) {
        long hash = StatelessHash.mix((from + i + 100_003L * order) % ARCS);
        double unit = StatelessHash.unit(hash);
        into[i] =
            ArcSource.pack(
                (int) (NODES * unit * unit), StatelessHash.below(StatelessHash.mix(hash), NODES));
      }
      return count;
    }
  }

  @BeforeEach
  void open() throws IOException {
    checkpoint = new StoppingCheckpoint(Files.createDirectory(folder.resolve("kept")));
  }

  private BuiltGraph build(ArcSource arcs, int threads, long memory, Workspace work)
      throws IOException {
    work.spillTo(Files.createTempDirectory(folder, "spill"), memory);
    work.keepIn(checkpoint);
    return GraphBuilder.undirected(NODES, work).add(arcs).build();
  }

  private void stops(ArcSource arcs, int after) {
    checkpoint.stopAfter(after);
    assertThatThrownBy(
            () -> {
              try (Workspace work = Workspace.open(2)) {
                build(arcs, 2, MEMORY, work);
              }
            })
        .isInstanceOf(Stopped.class);
  }

  private void goesOn(ArcSource arcs, int threads, long memory) throws IOException {
    checkpoint.goOn();
    try (Workspace plain = Workspace.open(1);
        Workspace work = Workspace.open(threads)) {
      BuiltGraph expected = GraphBuilder.undirected(NODES, plain).add(new Arcs(0, true)).build();
      BuiltGraph built = build(arcs, threads, memory, work);
      GraphAssert.assertSame(built.graph(), expected.graph());
      assertThat(built.account()).isEqualTo(expected.account());
    }
  }

  @Test
  void repeatableArcsAreDealtOnceAndRowsSortedOnce() throws IOException {
    ArcSource arcs = new Arcs(0, true);
    stops(arcs, 3); // ranges and two runs
    assertThat(checkpoint.parts())
        .containsOnlyKeys("graph-1-ranges", "graph-1-arcs-0", "graph-1-arcs-1");
    stops(arcs, 2 + 5); // the last runs, some rows, and row starts without their rows
    assertThat(checkpoint.found()).contains("graph-1-arcs-0", "graph-1-arcs-1");
    assertThat(checkpoint.parts()).containsKeys("graph-1-targets-1", "graph-1-offsets-2");
    assertThat(checkpoint.parts()).doesNotContainKey("graph-1-targets-2");
    goesOn(arcs, 2, MEMORY);
    assertThat(checkpoint.found())
        .contains("graph-1-targets-1")
        .doesNotContain("graph-1-targets-2");
    assertThat(checkpoint.parts()).doesNotContainKey("graph-1-arcs-0");
    assertThat(folder.resolve("kept").resolve("graph-1-arcs-0")).doesNotExist();
    goesOn(arcs, 2, MEMORY); // all of it is there
  }

  @Test
  void arcsInAnotherOrderKeepTheRowsButNotTheRuns() throws IOException {
    stops(new Arcs(1, false), 6);
    assertThat(checkpoint.parts())
        .doesNotContainKey("graph-1-arcs-0")
        .containsKey("graph-1-targets-1");
    goesOn(new Arcs(2, false), 2, MEMORY);
    assertThat(checkpoint.found()).contains("graph-1-targets-0", "graph-1-targets-1");
  }

  @Test
  void otherThreadsOrMemoryBeginAgainToTheSameGraph() throws IOException {
    stops(new Arcs(0, true), 8);
    goesOn(new Arcs(0, true), 7, MEMORY / 4);
    assertThat(checkpoint.found()).doesNotContain("graph-1-arcs-0");
  }

  @Test
  void aRunThatIsLostAfterRowsWereKeptIsDealtAgainInFull() throws IOException {
    ArcSource arcs = new Arcs(0, true);
    stops(arcs, 10);
    assertThat(checkpoint.parts()).containsKey("graph-1-targets-0");
    checkpoint.drop("graph-1-arcs-1");
    checkpoint.drop("graph-1-targets-0");
    goesOn(arcs, 2, MEMORY);
  }
}
