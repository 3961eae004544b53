package io.atp.core.kernel;

import io.atp.core.runtime.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.VectorMask;

/// The Vector API edition: [Tile]s over the block, a few rows at a time, so that those rows of A stay
/// in the first cache while B passes from the second.
///
/// A is read where it lies unless the terms of a row lie far apart, B mostly from [Panels].
/// [#prepared] turns a small B once for all blocks, or aligns it.
final class VectorTiles implements TileKernels {
  private static final int LANE_COUNT = Tile.LANES.length();
  private static final int ALIGNMENT = 64;

  /// Columns of the widest panel; the last of a block is as wide as the others.
  private static final int WIDEST = 4 * LANE_COUNT;

  /// Rows of C that pay for a copy of B.
  private static final int ROWS_PER_COPY = 48;

  /// A copy of B up to this many bytes is made at once.
  private static final long SMALL = 4 << 20;

  /// Rows of A that are copied together.
  private static final int COPIED_ROWS = 192;

  /// Bytes between the terms of a row of A beyond which they are far apart.
  private static final long FAR = 2048;

  /// What a thread keeps between calls.
  ///
  /// @param b panels of a block of B
  /// @param rows a block of B, its columns side by side
  /// @param a a block of A
  /// @param sums the sums of a tile
  private record Scratch(
      MemorySegment b, MemorySegment rows, MemorySegment a, MemorySegment sums) {
    static Scratch allocate() {
      return new Scratch(
          floats(DEPTH * (Cut.WIDTH + WIDEST)),
          floats(DEPTH * Cut.WIDTH),
          floats(DEPTH * COPIED_ROWS),
          floats(Tile.MOST_SUMS));
    }

    private static MemorySegment floats(int count) {
      return Arena.ofAuto().allocate((long) count * Float.BYTES, ALIGNMENT);
    }
  }

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::allocate);
  private static final ThreadLocal<KeptMemory> COPY = ThreadLocal.withInitial(KeptMemory::new);

  private final boolean manyRegisters;

  VectorTiles() {
    this(Tile.MANY_REGISTERS);
  }

  /// @param manyRegisters whether tiles may fill 32 registers, or 16
  VectorTiles(boolean manyRegisters) {
    this.manyRegisters = manyRegisters;
  }

  @Override
  public Factors prepared(Factors factors, int m, int n, int k, Workers workers) {
    long row = padded(n);
    if (m <= ROWS_PER_COPY || aligned(factors, 0) || k * row > SMALL) {
      return factors;
    }
    MemorySegment copy = COPY.get().atLeast(k * row);
    workers.forEachRange(
        k,
        DEPTH,
        (from, to) -> ColumnCopy.copy(factors, from, to - from, 0, n, copy, from * row, row));
    return factors.withB(copy, 0, row, Float.BYTES);
  }

  @Override
  public void multiply(
      Factors factors, Block block, MemorySegment c, long cAt, long cRow, boolean accumulate) {
    int whole = Tile.LANES.loopBound(block.columns());
    VectorMask<Float> rest = Tile.LANES.indexInRange(whole, block.columns());
    Scratch scratch = SCRATCH.get();
    for (int depth = block.fromDepth(); depth < block.toDepth(); depth += DEPTH) {
      int terms = Math.min(DEPTH, block.toDepth() - depth);
      boolean add = accumulate || depth > block.fromDepth();
      Panels panels = panels(factors, block, depth, terms, scratch);
      for (int from = 0; from < block.rows(); from += COPIED_ROWS) {
        int height = Math.min(COPIED_ROWS, block.rows() - from);
        Factors near = nearA(factors, block.fromRow() + from, height, depth, terms, scratch.a());
        var sums = new TileSums(c, cRow, add, scratch.sums());
        Tile tile = Tile.of(manyRegisters, terms, near, panels, sums);
        for (int row = 0; row < height; row += tile.height()) {
          int rows = Math.min(tile.height(), height - row);
          long to = cAt + (from + row) * cRow;
          tile.strip(near.aAt(row, 0), to, rows, whole / LANE_COUNT, rest);
        }
      }
    }
  }

  /// The factors with A's first wanted entry at `aAt`. Where the terms of a row lie far apart, six
  /// rows at a time would meet a cache miss at every term: such a block is copied, line after line.
  private static Factors nearA(
      Factors factors, int row, int rows, int depth, int terms, MemorySegment scratch) {
    if (factors.aDepth() <= FAR) {
      return factors.withA(factors.a(), factors.aAt(row, depth), factors.aRow(), factors.aDepth());
    }
    long line = (long) rows * Float.BYTES;
    for (int p = 0; p < terms; p++) {
      MemorySegment.copy(factors.a(), factors.aAt(row, depth + p), scratch, p * line, line);
    }
    return factors.withA(scratch, 0, Float.BYTES, line);
  }

  /// The block of B that is wanted, readable up to a whole number of vectors.
  ///
  /// A wide panel does not stay in the first cache, so that B is as well read where it lies, if its
  /// rows are aligned; and few rows of C do not pay for a copy.
  private Panels panels(Factors factors, Block block, int depth, int terms, Scratch scratch) {
    long used = padded(block.columns());
    long width = (long) Tile.widest(manyRegisters) * Tile.LANES.vectorByteSize();
    long at = factors.bAt(depth, block.fromColumn());
    boolean readable =
        factors.bColumn() == Float.BYTES
            && at + (terms - 1) * factors.bDepth() + used <= factors.b().byteSize();
    if (readable
        && (block.rows() <= ROWS_PER_COPY
            || manyRegisters && aligned(factors, block.fromColumn()))) {
      return Panels.inPlace(factors, at, width);
    }
    if (readable) {
      return Panels.copied(factors.b(), at, factors.bDepth(), terms, used, width, scratch.b());
    }
    MemorySegment rows = scratch.rows();
    ColumnCopy.copy(factors, depth, terms, block.fromColumn(), block.columns(), rows, 0, used);
    return Panels.copied(rows, 0, used, terms, used, width, scratch.b());
  }

  private static boolean aligned(Factors factors, int column) {
    long start = factors.b().address() + factors.bAt(0, column);
    return factors.bColumn() == Float.BYTES
        && start % ALIGNMENT == 0
        && factors.bDepth() % ALIGNMENT == 0;
  }

  /// Bytes of a row of whole vectors and whole cache lines.
  private static long padded(int columns) {
    return Math.ceilDiv(columns * (long) Float.BYTES, ALIGNMENT) * ALIGNMENT;
  }
}
