package io.atp.core.kernel;

/// How a product is cut into pieces of work: blocks of C, and where those are few and the sums
/// long, stretches of the sums. The stretches, which decide how sums are rounded, follow from the
/// sizes alone.
///
/// @param height rows of a block
/// @param across blocks side by side
/// @param down blocks one below the other
/// @param stretch terms of a sum in one piece; a multiple of [TileKernels#DEPTH]
/// @param stretches pieces of a sum
record Cut(int height, int across, int down, int stretch, int stretches) {
  /// Columns of a block: [TileKernels#DEPTH] rows of B of this width take a quarter of a megabyte,
  /// and stay in the second cache.
  static final int WIDTH = 256;

  /// Rows enough to pay for a copy of B's block, and few enough for C's to stay in a cache while
  /// its sums grow. Multiples of [TileKernels#ROWS].
  private static final int FEWEST_ROWS = 192;

  private static final int MOST_ROWS = 1020;

  /// Products a block should take, where the numbers of rows allow: half a millisecond.
  private static final long PRODUCTS = 32L << 20;

  /// A sum shorter than two of these is not cut.
  private static final int SHORTEST_STRETCH = 4096;

  /// Sums are cut for no more pieces than this in all: their memory is bounded by it.
  private static final int MOST_PIECES = 64;

  /// Blocks are made lower where there would be fewer pieces than this a thread, or in all, so that
  /// small products too keep several threads busy to the end.
  private static final int FEWEST_PIECES_OF_A_THREAD = 2;

  private static final int FEWEST_PIECES = 8;

  /// But no block takes fewer products, some 20 microseconds, or rows: to copy its part of B takes
  /// about as long as ten rows do.
  private static final long FEWEST_PRODUCTS = 1 << 20;

  private static final int LOWEST = 5 * TileKernels.ROWS;

  /// For sizes of at least 1.
  static Cut of(int m, int n, int k, int threads) {
    int rows = (int) Math.clamp(PRODUCTS / ((long) n * k), FEWEST_ROWS, MOST_ROWS);
    int across = Math.ceilDiv(n, WIDTH);
    int down = Math.ceilDiv(m, rows);
    // Equal heights, so that the last block is not a sliver.
    int height = Math.ceilDiv(Math.ceilDiv(m, down), TileKernels.ROWS) * TileKernels.ROWS;
    down = Math.ceilDiv(m, height);
    long blocks = (long) across * down;
    int wanted = (int) Math.clamp(MOST_PIECES / blocks, 1, Math.max(1, k / SHORTEST_STRETCH));
    int stretch = Math.ceilDiv(Math.ceilDiv(k, wanted), TileKernels.DEPTH) * TileKernels.DEPTH;
    return new Cut(height, across, down, stretch, Math.ceilDiv(k, stretch))
        .lowered(m, n, k, threads);
  }

  /// Only how sums are cut is a matter of rounding; how high a block is, is not.
  private Cut lowered(int m, int n, int k, int threads) {
    int useful = Math.min(FEWEST_PIECES, FEWEST_PIECES_OF_A_THREAD * threads);
    long worthwhile = Math.min(useful, (long) m * n * k / FEWEST_PRODUCTS);
    if (pieces() >= worthwhile) {
      return this;
    }
    int wanted = Math.ceilDiv((int) worthwhile, across * stretches);
    int low = Math.ceilDiv(Math.ceilDiv(m, wanted), TileKernels.ROWS) * TileKernels.ROWS;
    int lower = Math.min(height, Math.max(LOWEST, low));
    return new Cut(lower, across, Math.ceilDiv(m, lower), stretch, stretches);
  }

  int blocks() {
    return Math.multiplyExact(across, down);
  }

  int pieces() {
    return Math.multiplyExact(blocks(), stretches);
  }

  /// Pieces of one stretch have neighbouring numbers, so that threads share what they read.
  Block piece(int number, int m, int n, int k) {
    int fromDepth = number / blocks() * stretch;
    int block = number % blocks();
    int fromRow = block / across * height;
    int fromColumn = block % across * WIDTH;
    return new Block(
        fromRow,
        Math.min(m, fromRow + height),
        fromColumn,
        Math.min(n, fromColumn + WIDTH),
        fromDepth,
        (int) Math.min(k, (long) fromDepth + stretch));
  }
}
