package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/// The Vector API edition: [Tile]s over [NearFactors], panel after panel of B, so that one panel
/// stays in the first cache while rows of A pass from the second.
final class VectorTiles implements TileKernels {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Rows of A that are copied together: with them, B and C stay in a second cache of half a
  /// megabyte.
  private static final int COPIED_ROWS = 66;

  /// What a thread keeps between calls.
  private static final class Scratch {
    private static final int WIDEST = 4 * Tile.LANE_COUNT;

    final NearFactors near = new NearFactors();
    final float[] a = new float[NearFactors.A_ROW * COPIED_ROWS];
    final float[] b = new float[DEPTH * (Cut.WIDTH + WIDEST)];

    /// A block of C.
    final float[] c = new float[COPIED_ROWS * Cut.WIDTH];

    /// Those of one tile.
    final float[] sums = new float[ROWS * WIDEST];

    final EntryRows entries = new EntryRows(COPIED_ROWS);

    private boolean panelsKnown;
    private boolean panelsFinite;
    private Factors panelsOf;
    private int panelsDepth;
    private int panelsColumn;

    /// Blocks of one product that lie one below the other read the same panels: they are copied
    /// once. Every product has factors of its own, so what is stale is not taken for new.
    void copyB(Factors factors, Block block, int depth, int terms, int width) {
      if (factors == panelsOf && depth == panelsDepth && block.fromColumn() == panelsColumn) {
        return;
      }
      near.copyB(factors, depth, terms, block.fromColumn(), block.columns(), width, b);
      panelsOf = factors;
      panelsDepth = depth;
      panelsColumn = block.fromColumn();
      panelsKnown = false;
    }

    /// Looked at once for all blocks that read the panels.
    boolean finiteB(int numbers) {
      if (!panelsKnown) {
        panelsFinite = EntryRows.allFinite(b, numbers);
        panelsKnown = true;
      }
      return panelsFinite;
    }
  }

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final Tile tile;
  private final boolean leavesOutZeros;

  VectorTiles() {
    this(Tile.usual(), Tile.LANES.vectorByteSize() == 64);
  }

  /// @param leavesOutZeros whether rows with few entries go without tiles, in panels of four
  ///   vectors
  VectorTiles(Tile tile, boolean leavesOutZeros) {
    this.tile = tile;
    this.leavesOutZeros = leavesOutZeros;
  }

  @Override
  public void multiply(
      Factors factors, Block block, MemorySegment c, long cAt, long cRow, boolean accumulate) {
    Scratch scratch = SCRATCH.get();
    for (int depth = block.fromDepth(); depth < block.toDepth(); depth += DEPTH) {
      int terms = Math.min(DEPTH, block.toDepth() - depth);
      boolean add = accumulate || depth > block.fromDepth();
      int columns = block.columns();
      scratch.copyB(factors, block, depth, terms, tile.width());
      for (int from = 0; from < block.rows(); from += COPIED_ROWS) {
        int rows = Math.min(COPIED_ROWS, block.rows() - from);
        int aRow =
            scratch.near.copyA(factors, block.fromRow() + from, rows, depth, terms, scratch.a);
        long at = cAt + from * cRow;
        if (add) {
          move(c, at, cRow, rows, columns, scratch.c, true);
        }
        if (hasFewEntries(scratch, rows, columns, terms, aRow)) {
          entries(scratch, rows, columns, terms, add);
        } else {
          block(scratch, rows, columns, terms, aRow, add);
        }
        move(c, at, cRow, rows, columns, scratch.c, false);
      }
    }
  }

  /// Rows of C to or from an array, in one go where they lie side by side.
  private static void move(
      MemorySegment c, long at, long cRow, int rows, int columns, float[] array, boolean read) {
    boolean together = cRow == (long) columns * Float.BYTES;
    int pieces = together ? 1 : rows;
    int length = together ? rows * columns : columns;
    for (int piece = 0; piece < pieces; piece++) {
      if (read) {
        MemorySegment.copy(c, FLOAT, at + piece * cRow, array, piece * columns, length);
      } else {
        MemorySegment.copy(array, piece * columns, c, FLOAT, at + piece * cRow, length);
      }
    }
  }

  /// Whether a block is better off without the zeros of A. With half a panel or less the sums of a
  /// row are too few to gain by it.
  private boolean hasFewEntries(Scratch scratch, int rows, int columns, int terms, int aRow) {
    int width = tile.width();
    return leavesOutZeros
        && columns > width / 2
        && scratch.entries.take(scratch.a, aRow, rows, terms)
        && scratch.finiteB(Math.ceilDiv(columns, width) * width * terms);
  }

  private void entries(Scratch scratch, int rows, int columns, int terms, boolean add) {
    int width = tile.width();
    for (int column = 0; column < columns; column += width) {
      int used = Math.min(width, columns - column);
      boolean direct = used == width && !add;
      for (int row = 0; row < rows; row++) {
        int cAt = row * columns + column;
        float[] out = direct ? scratch.c : scratch.sums;
        scratch.entries.multiply(row, scratch.b, column * terms, out, direct ? cAt : 0);
        if (!direct) {
          store(scratch.sums, 0, used, scratch.c, cAt, add);
        }
      }
    }
  }

  /// Whole tiles go to C at once where nothing is there yet, others through sums of their own.
  private void block(Scratch scratch, int rows, int columns, int terms, int aRow, boolean add) {
    int width = tile.width();
    for (int column = 0; column < columns; column += width) {
      int used = Math.min(width, columns - column);
      int bAt = column * terms;
      for (int row = 0; row < rows; row += ROWS) {
        int high = Math.min(ROWS, rows - row);
        int aAt = row * aRow;
        int cAt = row * columns + column;
        boolean direct = used == width && high == ROWS && !add;
        tile.multiply(
            scratch.a,
            aAt,
            aRow,
            scratch.b,
            bAt,
            terms,
            used,
            direct ? scratch.c : scratch.sums,
            direct ? cAt : 0,
            direct ? columns : width);
        if (!direct) {
          for (int i = 0; i < high; i++) {
            store(scratch.sums, i * width, used, scratch.c, cAt + i * columns, add);
          }
        }
      }
    }
  }

  private static void store(float[] sums, int from, int count, float[] c, int to, boolean add) {
    int whole = Tile.LANES.loopBound(count);
    for (int i = 0; i < whole; i += Tile.LANE_COUNT) {
      FloatVector sum = Tile.load(sums, from + i);
      if (add) {
        Tile.load(c, to + i).add(sum).intoArray(c, to + i);
      } else {
        sum.intoArray(c, to + i);
      }
    }
    if (whole < count) {
      VectorMask<Float> rest = Tile.LANES.indexInRange(whole, count);
      FloatVector sum = Tile.load(sums, from + whole);
      if (add) {
        FloatVector there = FloatVector.fromArray(Tile.LANES, c, to + whole, rest);
        there.add(sum).intoArray(c, to + whole, rest);
      } else {
        sum.intoArray(c, to + whole, rest);
      }
    }
  }
}
