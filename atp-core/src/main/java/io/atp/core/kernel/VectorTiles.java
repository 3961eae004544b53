package io.atp.core.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.VectorMask;

/// The Vector API edition: [Tile]s over the block, six rows at a time, so that those rows of A stay
/// in the first cache while B passes from the second.
///
/// A is read where it lies. B is copied where its rows are not aligned or not rows at all, unless
/// it is used too few times to pay for the copy.
final class VectorTiles implements TileKernels {
  private static final int LANE_COUNT = Tile.LANES.length();
  private static final long LANE_BYTES = Tile.LANES.vectorByteSize();
  private static final VectorMask<Float> ALL = Tile.LANES.maskAll(true);
  private static final int ALIGNMENT = 64;

  /// Rows of C that pay for a copy of B.
  private static final int ROWS_PER_COPY = 48;

  /// What a thread keeps between calls.
  ///
  /// @param b a block of B
  /// @param sums the sums of a tile
  private record Scratch(MemorySegment b, float[] sums) {
    static Scratch allocate() {
      long bytes = (long) DEPTH * Cut.WIDTH * Float.BYTES;
      return new Scratch(
          Arena.ofAuto().allocate(bytes, ALIGNMENT), new float[ROWS * 4 * LANE_COUNT]);
    }
  }

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::allocate);

  private final int widest;

  /// 512-bit vectors come with 32 registers, and so do ARM's; the others with 16.
  VectorTiles() {
    this(LANE_BYTES == 64 || System.getProperty("os.arch").equals("aarch64") ? 4 : 2);
  }

  /// @param widest vectors of columns in the widest tile: 2 or 4
  VectorTiles(int widest) {
    this.widest = widest;
  }

  @Override
  public void multiply(
      Factors factors, Block block, MemorySegment c, long cAt, long cRow, boolean accumulate) {
    int whole = Tile.LANES.loopBound(block.columns());
    int rest = block.columns() - whole;
    boolean inPlace = inPlace(factors, block);
    Scratch scratch = SCRATCH.get();
    for (int depth = block.fromDepth(); depth < block.toDepth(); depth += DEPTH) {
      int terms = Math.min(DEPTH, block.toDepth() - depth);
      boolean add = accumulate || depth > block.fromDepth();
      if (whole > 0) {
        MemorySegment b = factors.b();
        long bAt = factors.bAt(depth, block.fromColumn());
        long bDepth = factors.bDepth();
        if (!inPlace) {
          b = scratch.b();
          bAt = 0;
          bDepth = (long) whole * Float.BYTES;
          ColumnCopy.copy(factors, depth, terms, block.fromColumn(), whole, b, bDepth);
        }
        Tile tile = new Tile(terms, factors, b, bDepth, c, cRow, add, scratch.sums());
        for (int row = 0; row < block.rows(); row += ROWS) {
          long aAt = factors.aAt(block.fromRow() + row, depth);
          strip(tile, aAt, bAt, cAt + row * cRow, Math.min(ROWS, block.rows() - row), whole);
        }
      }
      if (rest > 0) {
        MemorySegment b = scratch.b();
        ColumnCopy.copy(factors, depth, terms, block.fromColumn() + whole, rest, b, LANE_BYTES);
        Tile tile = new Tile(terms, factors, b, LANE_BYTES, c, cRow, add, scratch.sums());
        VectorMask<Float> mask = Tile.LANES.indexInRange(0, rest);
        for (int row = 0; row < block.rows(); row += ROWS) {
          long aAt = factors.aAt(block.fromRow() + row, depth);
          long at = cAt + row * cRow + (long) whole * Float.BYTES;
          tile.one(aAt, 0, at, Math.min(ROWS, block.rows() - row), mask);
        }
      }
    }
  }

  private static boolean inPlace(Factors factors, Block block) {
    long start = factors.b().address() + factors.bAt(0, block.fromColumn());
    boolean aligned = start % ALIGNMENT == 0 && factors.bDepth() % ALIGNMENT == 0;
    return factors.bColumn() == Float.BYTES && (aligned || block.rows() <= ROWS_PER_COPY);
  }

  /// Six rows of C over whole vectors of columns.
  private void strip(Tile tile, long aAt, long bAt, long cAt, int rows, int columns) {
    int vectors = columns / LANE_COUNT;
    long at = 0;
    for (; vectors >= 4 && widest >= 4; vectors -= 4, at += 4 * LANE_BYTES) {
      tile.four(aAt, bAt + at, cAt + at, rows);
    }
    for (; vectors >= 2; vectors -= 2, at += 2 * LANE_BYTES) {
      tile.two(aAt, bAt + at, cAt + at, rows);
    }
    if (vectors > 0) {
      tile.one(aAt, bAt + at, cAt + at, rows, ALL);
    }
  }
}
