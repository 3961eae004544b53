package io.atp.core.operator;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// P̃ with a value per entry, self-loops included and columns in order: for files and other
/// libraries, not for us.
///
/// @param offsets `rows + 1` longs
/// @param columns ints, increasing in each row
/// @param values floats
public record MaterialisedOperator(
    int rows, long entries, MemorySegment offsets, MemorySegment columns, MemorySegment values) {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Takes `8 · (arcs + n) + 8 · n` bytes from the workspace.
  public static MaterialisedOperator of(PropagationOperator operator, Workspace work) {
    CsrGraph graph = operator.graph();
    int rows = graph.nodeCount();
    long entries = graph.arcCount() + rows;
    MemorySegment offsets = work.allocateLongs(rows + 1L);
    MemorySegment columns = work.allocateInts(entries);
    MemorySegment values = work.allocateFloats(entries);
    RowChunks chunks = RowChunks.of(graph);
    work.workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              for (int row = chunks.from(chunk); row < chunks.to(chunk); row++) {
                offsets.set(LONG, (long) row * Long.BYTES, graph.offset(row) + row);
                fill(operator, row, columns, values);
              }
            });
    offsets.set(LONG, (long) rows * Long.BYTES, entries);
    return new MaterialisedOperator(rows, entries, offsets, columns, values);
  }

  private static void fill(
      PropagationOperator operator, int row, MemorySegment columns, MemorySegment values) {
    CsrGraph graph = operator.graph();
    double left = operator.left()[row];
    long to = graph.offset(row) + row;
    boolean loopDone = false;
    for (long arc = graph.offset(row), end = graph.offset(row + 1); arc < end; arc++) {
      int target = graph.target(arc);
      if (!loopDone && target > row) {
        put(columns, values, to++, row, left * operator.right()[row]);
        loopDone = true;
      }
      put(columns, values, to++, target, left * operator.right()[target]);
    }
    if (!loopDone) {
      put(columns, values, to, row, left * operator.right()[row]);
    }
  }

  private static void put(
      MemorySegment columns, MemorySegment values, long at, int column, double value) {
    columns.set(INT, at * Integer.BYTES, column);
    values.set(FLOAT, at * Float.BYTES, (float) value);
  }
}
