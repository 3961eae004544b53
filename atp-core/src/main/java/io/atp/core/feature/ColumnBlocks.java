package io.atp.core.feature;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// X cut into blocks of columns that are stored one after the other: a pass over a few columns
/// reads those and no others.
///
/// @param blocks side by side, of as many rows each, in the order of their columns
public record ColumnBlocks(List<DenseFeatures> blocks) implements ColumnSource {
  public ColumnBlocks {
    blocks = List.copyOf(blocks);
    Require.that(!blocks.isEmpty(), "a matrix in blocks needs at least one block");
    for (DenseFeatures block : blocks) {
      Require.that(
          block.rows() == blocks.getFirst().rows(),
          "a block has %d rows, the first one %d",
          block.rows(),
          blocks.getFirst().rows());
    }
  }

  @Override
  public int rows() {
    return blocks.getFirst().rows();
  }

  @Override
  public int width() {
    return blocks.stream().mapToInt(DenseFeatures::width).sum();
  }

  @Override
  public void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at) {
    forEachPart(
        fromColumn,
        columns,
        (block, first, count, before) ->
            block.copyRow(row, first, count, into, at + (long) before * Float.BYTES));
  }

  @Override
  public long residentBytes() {
    return blocks.stream().mapToLong(DenseFeatures::residentBytes).sum();
  }

  @Override
  public void fetch(int fromRow, int toRow, int fromColumn, int columns) {
    forEachPart(fromColumn, columns, (block, _, _, _) -> block.fetch(fromRow, toRow, 0, 0));
  }

  @Override
  public void release(int fromRow, int toRow, int fromColumn, int columns) {
    forEachPart(fromColumn, columns, (block, _, _, _) -> block.release(fromRow, toRow, 0, 0));
  }

  @Override
  public long fetchedBytes(int columns) {
    return (long) rows() * columns * Float.BYTES;
  }

  /// @param before columns of the range that earlier blocks hold
  private interface Part {
    void take(DenseFeatures block, int first, int count, int before);
  }

  private void forEachPart(int fromColumn, int columns, Part part) {
    int start = 0;
    for (DenseFeatures block : blocks) {
      int first = Math.max(fromColumn, start);
      int end = Math.min(fromColumn + columns, start + block.width());
      if (first < end) {
        part.take(block, first - start, end - first, first - fromColumn);
      }
      start += block.width();
    }
  }
}
