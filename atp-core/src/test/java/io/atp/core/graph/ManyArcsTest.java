package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// More than 2³¹ arcs, without 9.6 GB of them: the targets are a file with holes, mapped, of which
/// only a few pages are ever touched.
class ManyArcsTest {
  private static final int ROWS = 8;
  private static final int DEGREE = 300_000_000;
  private static final long ARCS = (long) ROWS * DEGREE;

  @Test
  void positionsPastTwoToThe31AreReadWhereTheyAre(@TempDir Path folder) throws IOException {
    try (Arena arena = Arena.ofShared();
        Workers workers = new Workers(2)) {
      CsrGraph graph = eightLongRows(folder.resolve("targets"), arena);
      assertThat(graph.arcCount()).isEqualTo(ARCS).isGreaterThan(1L << 31);
      assertThat(graph.sizeBytes()).isEqualTo(ARCS * 4 + (ROWS + 1) * 8);
      assertThat(graph.maxDegree(workers)).isEqualTo(DEGREE);
      assertThat(workers.sum(ROWS, (from, to) -> sumOfDegrees(graph, from, to))).isEqualTo(ARCS);
      assertThat(graph.selfLoopedDegree(ROWS - 1)).isEqualTo(DEGREE + 1L);

      int row = ROWS - 1;
      long first = graph.offset(row);
      assertThat(first).isEqualTo(2_100_000_000L);
      long past = 1L << 31;
      assertThat(past).isBetween(first, graph.offset(row + 1));
      MemorySegment targets = graph.targets();
      targets.set(ValueLayout.JAVA_INT_UNALIGNED, past * 4, 41);
      targets.set(ValueLayout.JAVA_INT_UNALIGNED, (past + 1) * 4, 42);
      targets.set(ValueLayout.JAVA_INT_UNALIGNED, (ARCS - 1) * 4, 43);
      assertThat(graph.target(past)).isEqualTo(41);
      assertThat(graph.target(past + 1)).isEqualTo(42);
      assertThat(graph.target(ARCS - 1)).isEqualTo(43);
      // What an int would have made of those positions is still a hole.
      assertThat(graph.target(ARCS - 1 - (1L << 31))).isZero();
      assertThat(graph.target(1)).isZero();
      assertThat(graph.hasArc(row, 43)).isTrue();
      assertThat(graph.hasArc(row - 1, 43)).isFalse();
    }
  }

  @Test
  void rowsAreCutIntoChunksByLongArithmetic(@TempDir Path folder) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      CsrGraph graph = eightLongRows(folder.resolve("targets"), arena);
      RowChunks one = RowChunks.of(graph);
      assertThat(one.count()).isEqualTo(ROWS);
      for (int chunk = 0; chunk < ROWS; chunk++) {
        assertThat(one.from(chunk)).isEqualTo(chunk);
        assertThat(one.to(chunk)).isEqualTo(chunk + 1);
      }
      RowChunks two = RowChunks.of(graph, ARCS / 2 + ROWS);
      assertThat(two.count()).isEqualTo(2);
      assertThat(two.to(0)).isEqualTo(ROWS / 2);
      assertThat(two.to(1)).isEqualTo(ROWS);
    }
  }

  @Test
  void lengthsAddUpToLongStarts() {
    try (Arena arena = Arena.ofShared();
        Workers workers = new Workers(2)) {
      int rows = 200_000;
      MemorySegment offsets = arena.allocate((rows + 1L) * Long.BYTES);
      for (int row = 0; row < rows; row++) {
        offsets.setAtIndex(ValueLayout.JAVA_LONG, row, 100_000 + row % 2);
      }
      long total = 100_000L * rows + rows / 2;
      assertThat(RowOffsets.accumulate(offsets, rows, workers)).isEqualTo(total);
      assertThat(offsets.getAtIndex(ValueLayout.JAVA_LONG, rows)).isEqualTo(total);
      assertThat(offsets.getAtIndex(ValueLayout.JAVA_LONG, 0)).isZero();
      assertThat(offsets.getAtIndex(ValueLayout.JAVA_LONG, 150_001))
          .isEqualTo(100_000L * 150_001 + 75_000);
    }
  }

  private static double sumOfDegrees(CsrGraph graph, int from, int to) {
    double sum = 0;
    for (int node = from; node < to; node++) {
      sum += graph.degree(node);
    }
    return sum;
  }

  /// Offsets in memory, targets in a file of which only the last byte is written.
  private static CsrGraph eightLongRows(Path file, Arena arena) throws IOException {
    MemorySegment offsets = arena.allocate((ROWS + 1) * Long.BYTES);
    for (int row = 0; row <= ROWS; row++) {
      offsets.setAtIndex(ValueLayout.JAVA_LONG, row, (long) row * DEGREE);
    }
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), ARCS * Integer.BYTES - 1);
      MemorySegment targets =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, ARCS * Integer.BYTES, arena);
      return CsrGraph.of(offsets, targets, false);
    }
  }
}
