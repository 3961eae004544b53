package io.atp.core.kernel;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import java.lang.foreign.MemorySegment;

/// `C = op(A) · op(B)`, or `C += op(A) · op(B)`, for dense float32 matrices outside the heap.
///
/// One thread owns one block of C. Where blocks are few and sums long, as in the gradient of a
/// weight, each sum is cut into stretches, whose results are added in order at the end. The [Cut]
/// follows from the sizes alone, and both editions of the kernels round alike: the bits depend
/// neither on the number of threads nor on the machine's vectors.
public final class MatrixProduct {
  /// Entries added up by one thread at a time.
  private static final int ENTRIES = 1 << 14;

  /// Results of stretches, kept from call to call; at most [Cut]'s number of pieces.
  private static final ThreadLocal<KeptMemory> STRETCHES = ThreadLocal.withInitial(KeptMemory::new);

  private MatrixProduct() {}

  /// Multiplies matrices stored row after row without gaps, starting at byte positions.
  ///
  /// @param m rows of C
  /// @param n columns of C
  /// @param k terms of each sum; with 0 of them a sum is 0
  /// @param accumulate whether the product is added to what C holds
  /// @throws IllegalArgumentException where a size is negative, a matrix reaches outside its
  ///   segment, lies on the heap, or C overlaps a factor
  public static void multiply(
      Orientation orientation,
      int m,
      int n,
      int k,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      MemorySegment c,
      long cAt,
      boolean accumulate,
      Workers workers) {
    multiply(Kernels.tiles(), orientation, m, n, k, a, aAt, b, bAt, c, cAt, accumulate, workers);
  }

  static void multiply(
      TileKernels kernels,
      Orientation orientation,
      int m,
      int n,
      int k,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      MemorySegment c,
      long cAt,
      boolean accumulate,
      Workers workers) {
    Require.atLeast("m", m, 0);
    Require.atLeast("n", n, 0);
    Require.atLeast("k", k, 0);
    requireMatrix("A", m, k, a, aAt);
    requireMatrix("B", k, n, b, bAt);
    requireMatrix("C", m, n, c, cAt);
    if (m == 0 || n == 0) {
      return;
    }
    long entries = (long) m * n;
    if (k == 0) {
      if (!accumulate) {
        c.asSlice(cAt, entries * Float.BYTES).fill((byte) 0);
      }
      return;
    }
    requireApart("A", (long) m * k, a, aAt, entries, c, cAt);
    requireApart("B", (long) k * n, b, bAt, entries, c, cAt);
    Factors factors = Factors.of(orientation, m, n, k, a, aAt, b, bAt);
    Cut cut = Cut.of(m, n, k, workers.threads());
    long row = (long) n * Float.BYTES;
    if (cut.stretches() == 1) {
      workers.forEachChunk(
          cut.pieces(),
          piece -> {
            Block block = cut.piece(piece, m, n, k);
            kernels.multiply(factors, block, c, cAt + at(block, row), row, accumulate);
          });
      return;
    }
    MemorySegment parts = STRETCHES.get().atLeast(cut.stretches() * entries * Float.BYTES);
    workers.forEachChunk(
        cut.pieces(),
        piece -> {
          Block block = cut.piece(piece, m, n, k);
          long stretch = block.fromDepth() / cut.stretch();
          long partAt = stretch * entries * Float.BYTES;
          kernels.multiply(factors, block, parts, partAt + at(block, row), row, false);
        });
    addStretches(parts, cut.stretches(), entries, c, cAt, accumulate, workers);
  }

  private static long at(Block block, long row) {
    return block.fromRow() * row + (long) block.fromColumn() * Float.BYTES;
  }

  /// `((part₀ + part₁) + part₂) + …`, entry by entry, into C.
  private static void addStretches(
      MemorySegment parts,
      int count,
      long entries,
      MemorySegment c,
      long cAt,
      boolean accumulate,
      Workers workers) {
    ElementKernels elements = Kernels.elements();
    workers.forEachChunk(
        Math.toIntExact(Math.ceilDiv(entries, ENTRIES)),
        chunk -> {
          long from = (long) chunk * ENTRIES;
          int length = (int) Math.min(ENTRIES, entries - from);
          long at = from * Float.BYTES;
          for (int part = 1; part < count; part++) {
            elements.add(parts, at, parts, (part * entries + from) * Float.BYTES, length);
          }
          if (accumulate) {
            elements.add(c, cAt + at, parts, at, length);
          } else {
            MemorySegment.copy(parts, at, c, cAt + at, (long) length * Float.BYTES);
          }
        });
  }

  private static void requireMatrix(
      String name, int rows, int columns, MemorySegment segment, long at) {
    Require.that(segment.isNative(), "%s must lie outside the heap", name);
    Require.that(
        at >= 0
            && at <= segment.byteSize()
            && (long) rows * columns <= (segment.byteSize() - at) / Float.BYTES,
        "%s of %d by %d floats at byte %d does not fit into %d bytes",
        name,
        rows,
        columns,
        at,
        segment.byteSize());
  }

  private static void requireApart(
      String name,
      long factorEntries,
      MemorySegment factor,
      long factorAt,
      long entries,
      MemorySegment c,
      long cAt) {
    long from = factor.address() + factorAt;
    long cFrom = c.address() + cAt;
    Require.that(
        from + factorEntries * Float.BYTES <= cFrom || cFrom + entries * Float.BYTES <= from,
        "C overlaps %s",
        name);
  }
}
