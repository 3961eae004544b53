package io.atp.core.kernel;

import io.atp.core.runtime.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.VectorMask;

/// The Vector API edition: [Tile]s over the block, six rows at a time, so that those rows of A stay
/// in the first cache while B passes from the second.
///
/// Both are read where they lie, where that is well: A unless the terms of a row lie far apart; B
/// where its rows are aligned, or used too few times to pay for a copy. [#prepared] copies a small
/// B once for all blocks, [#multiply] its block of a large one.
final class VectorTiles implements TileKernels {
  private static final int LANE_COUNT = Tile.LANES.length();
  private static final long LANE_BYTES = Tile.LANES.vectorByteSize();
  private static final VectorMask<Float> ALL = Tile.LANES.maskAll(true);
  private static final int ALIGNMENT = 64;

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
  /// @param b a block of B
  /// @param a a block of A
  /// @param sums the sums of a tile
  private record Scratch(MemorySegment b, MemorySegment a, MemorySegment sums) {
    static Scratch allocate() {
      return new Scratch(
          floats(DEPTH * Cut.WIDTH), floats(DEPTH * COPIED_ROWS), floats(ROWS * 4 * LANE_COUNT));
    }

    private static MemorySegment floats(int count) {
      return Arena.ofAuto().allocate((long) count * Float.BYTES, ALIGNMENT);
    }
  }

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::allocate);
  private static final ThreadLocal<KeptMemory> COPY = ThreadLocal.withInitial(KeptMemory::new);

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
      Factors near = nearB(factors, block, depth, terms, scratch.b());
      for (int from = 0; from < block.rows(); from += COPIED_ROWS) {
        int height = Math.min(COPIED_ROWS, block.rows() - from);
        Factors nearer = nearA(near, block.fromRow() + from, height, depth, terms, scratch.a());
        Tile tile = new Tile(terms, nearer, c, cRow, add, scratch.sums());
        for (int row = 0; row < height; row += ROWS) {
          int rows = Math.min(ROWS, height - row);
          long aAt = nearer.aAt(row, 0);
          long to = cAt + (from + row) * cRow;
          long at = strip(tile, aAt, nearer.bAt(), to, rows, whole);
          if (whole < block.columns()) {
            tile.one(aAt, nearer.bAt() + at, to + at, rows, rest);
          }
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

  /// The factors with B's first wanted entry at `bAt`, its columns side by side, and readable up to
  /// a whole number of vectors: in place where that is so, otherwise a copy.
  private static Factors nearB(
      Factors factors, Block block, int depth, int terms, MemorySegment scratch) {
    long used = padded(block.columns());
    long at = factors.bAt(depth, block.fromColumn());
    boolean sideBySide = factors.bColumn() == Float.BYTES;
    boolean enough = at + (terms - 1) * factors.bDepth() + used <= factors.b().byteSize();
    if (sideBySide
        && enough
        && (aligned(factors, block.fromColumn()) || block.rows() <= ROWS_PER_COPY)) {
      return factors.withB(factors.b(), at, factors.bDepth(), Float.BYTES);
    }
    ColumnCopy.copy(factors, depth, terms, block.fromColumn(), block.columns(), scratch, 0, used);
    return factors.withB(scratch, 0, used, Float.BYTES);
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

  /// Six rows of C over whole vectors of columns; returns the bytes of a row that are done.
  private long strip(Tile tile, long aAt, long bAt, long cAt, int rows, int columns) {
    int vectors = columns / LANE_COUNT;
    long at = 0;
    for (; vectors >= 4 && widest >= 4; vectors -= 4, at += 4 * LANE_BYTES) {
      tile.four(aAt, bAt + at, cAt + at, rows);
    }
    for (; vectors >= 2; vectors -= 2, at += 2 * LANE_BYTES) {
      tile.two(aAt, bAt + at, cAt + at, rows);
    }
    for (; vectors > 0; vectors--, at += LANE_BYTES) {
      tile.one(aAt, bAt + at, cAt + at, rows, ALL);
    }
    return at;
  }
}
