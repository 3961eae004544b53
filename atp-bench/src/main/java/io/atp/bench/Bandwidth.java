package io.atp.bench;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// What memory gives at best, measured as STREAM does: copy `a = b` moves 8 bytes a float, triad `a
/// = b + s·c` moves 12.
///
/// Off-heap on large pages, arrays far beyond any cache, as many threads as everything else here.
record Bandwidth(double copyBytesPerSecond, double triadBytesPerSecond) {
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final long CHUNK_FLOATS = 1 << 18;

  /// @param floats in each of the three arrays
  static Bandwidth measure(long floats, int trials, Workspace work) {
    try (Workspace scratch = work.scratch()) {
      int chunks = Math.toIntExact(Math.max(1, floats / CHUNK_FLOATS));
      long size = chunks * CHUNK_FLOATS;
      MemorySegment a = scratch.allocateFloats(size);
      MemorySegment b = scratch.allocateFloats(size);
      MemorySegment c = scratch.allocateFloats(size);
      b.fill((byte) 1);
      c.fill((byte) 2);
      Timing copy = Timing.of(2, trials, () -> eachChunk(work, chunks, at -> copy(a, b, at)));
      Timing triad = Timing.of(2, trials, () -> eachChunk(work, chunks, at -> triad(a, b, c, at)));
      return new Bandwidth(8.0 * size / copy.best(), 12.0 * size / triad.best());
    }
  }

  @FunctionalInterface
  private interface ChunkAt {
    void run(long firstByte);
  }

  private static void eachChunk(Workspace work, int chunks, ChunkAt body) {
    work.workers().forEachChunk(chunks, chunk -> body.run(chunk * CHUNK_FLOATS * Float.BYTES));
  }

  private static void copy(MemorySegment a, MemorySegment b, long from) {
    for (int i = 0; i < CHUNK_FLOATS; i += LANES.length()) {
      long at = from + (long) i * Float.BYTES;
      FloatVector.fromMemorySegment(LANES, b, at, ORDER).intoMemorySegment(a, at, ORDER);
    }
  }

  private static void triad(MemorySegment a, MemorySegment b, MemorySegment c, long from) {
    for (int i = 0; i < CHUNK_FLOATS; i += LANES.length()) {
      long at = from + (long) i * Float.BYTES;
      FloatVector.fromMemorySegment(LANES, c, at, ORDER)
          .mul(3f)
          .add(FloatVector.fromMemorySegment(LANES, b, at, ORDER))
          .intoMemorySegment(a, at, ORDER);
    }
  }
}
