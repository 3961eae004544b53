package io.atp.io.format;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Feature cells as a text names them, row after row: those given and no others, 8 bytes each,
/// off-heap.
///
/// Where every cell of the table is given the features are dense; where some are not they are
/// sparse, so that a long list of columns costs nothing by itself.
final class FeatureRows {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final int BLOCK_CELLS = 1 << 16;

  private final Workspace scratch;
  private final List<MemorySegment> blocks = new ArrayList<>();
  private final IntList rowCells = new IntList();
  private long[] row = new long[16];
  private int inRow;
  private long cells;

  FeatureRows(Workspace scratch) {
    this.scratch = scratch;
  }

  /// Adds a cell to the row that is open.
  void add(int column, float value) {
    if (inRow == row.length) {
      row = Arrays.copyOf(row, 2 * inRow);
    }
    row[inRow++] = (long) column << 32 | Float.floatToRawIntBits(value) & 0xFFFFFFFFL;
  }

  /// Ends the open row.
  ///
  /// @return a column given twice in it, or −1
  int endRow() {
    Arrays.sort(row, 0, inRow);
    for (int i = 1; i < inRow; i++) {
      if (row[i] >>> 32 == row[i - 1] >>> 32) {
        return (int) (row[i] >>> 32);
      }
    }
    for (int i = 0; i < inRow; i++, cells++) {
      int inBlock = (int) (cells % BLOCK_CELLS);
      if (inBlock == 0) {
        blocks.add(scratch.allocateLongs(BLOCK_CELLS));
      }
      blocks.getLast().set(LONG, (long) inBlock * Long.BYTES, row[i]);
    }
    rowCells.add(inRow);
    inRow = 0;
    return -1;
  }

  private long cell(long index) {
    MemorySegment block = blocks.get((int) (index / BLOCK_CELLS));
    return block.get(LONG, index % BLOCK_CELLS * Long.BYTES);
  }

  /// The table of all rows ended so far.
  Features toFeatures(int width, Workspace work) {
    return cells == (long) rowCells.size() * width ? dense(width, work) : sparse(width, work);
  }

  private DenseFeatures dense(int width, Workspace work) {
    MemorySegment data = work.allocateFloats(cells);
    for (long i = 0; i < cells; i++) {
      data.set(INT, i * Float.BYTES, (int) cell(i));
    }
    return new DenseFeatures(rowCells.size(), width, data);
  }

  private SparseFeatures sparse(int width, Workspace work) {
    MemorySegment offsets = work.allocateLongs(rowCells.size() + 1L);
    MemorySegment columns = work.allocateInts(cells);
    MemorySegment values = work.allocateFloats(cells);
    long end = 0;
    for (int i = 0; i < rowCells.size(); i++) {
      end += rowCells.get(i);
      offsets.set(LONG, (i + 1L) * Long.BYTES, end);
    }
    for (long i = 0; i < cells; i++) {
      long cell = cell(i);
      columns.set(INT, i * Integer.BYTES, (int) (cell >>> 32));
      values.set(INT, i * Float.BYTES, (int) cell);
    }
    return new SparseFeatures(rowCells.size(), width, offsets, columns, values);
  }
}
