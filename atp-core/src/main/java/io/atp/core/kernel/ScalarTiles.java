package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The plain loops: a row of C at a time.
final class ScalarTiles implements TileKernels {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  @Override
  public void multiply(
      Factors factors, Block block, MemorySegment c, long cAt, long cRow, boolean accumulate) {
    float[] chain = new float[block.toColumn() - block.fromColumn()];
    for (int depth = block.fromDepth(); depth < block.toDepth(); depth += DEPTH) {
      int end = Math.min(depth + DEPTH, block.toDepth());
      boolean add = accumulate || depth > block.fromDepth();
      for (int row = block.fromRow(); row < block.toRow(); row++) {
        Arrays.fill(chain, 0);
        for (int p = depth; p < end; p++) {
          float a = factors.a().get(FLOAT, factors.aAt(row, p));
          long bAt = factors.bAt(p, block.fromColumn());
          for (int j = 0; j < chain.length; j++) {
            chain[j] = Math.fma(a, factors.b().get(FLOAT, bAt + j * factors.bColumn()), chain[j]);
          }
        }
        long at = cAt + (row - block.fromRow()) * cRow;
        for (int j = 0; j < chain.length; j++, at += Float.BYTES) {
          c.set(FLOAT, at, add ? c.get(FLOAT, at) + chain[j] : chain[j]);
        }
      }
    }
  }
}
