package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;

/// Blocks of a matrix product on one thread, in two editions that give the same bits: every entry
/// is a chain of fused multiply–adds over at most [#DEPTH] terms, and the chains of an entry are
/// added in order. Lanes run across columns, so their number does not matter.
sealed interface TileKernels permits ScalarTiles, VectorTiles {
  /// Terms of a sum that are chained before the chain is added to the entry. Fixed, because it
  /// decides how sums are rounded.
  int DEPTH = 256;

  /// Rows of a tile; blocks are as many rows high, or a multiple.
  int ROWS = 6;

  /// `c(i, j) = Σ_p a(i, p) · b(p, j)` over a block of at most [Cut#WIDTH] columns, or added to
  /// what is there.
  ///
  /// @param cAt position of the block's first entry
  /// @param cRow bytes from one row of C to the next
  void multiply(
      Factors factors, Block block, MemorySegment c, long cAt, long cRow, boolean accumulate);
}
