package io.atp.core.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Scratch memory that a thread keeps from call to call, as large as the largest call needed.
final class KeptMemory {
  private static final int CACHE_LINE = 64;

  private MemorySegment segment = MemorySegment.NULL;

  /// At least so many bytes, with whatever the last call left in them.
  MemorySegment atLeast(long bytes) {
    if (segment.byteSize() < bytes) {
      segment = Arena.ofAuto().allocate(bytes, CACHE_LINE);
    }
    return segment;
  }
}
