package io.atp.core.propagate;

import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workers;

/// When pages of a mapped file are handed back behind a walk over chunks of rows.
///
/// A page fault maps its neighbours as well, 64 KiB at a time, so what is released chunk by chunk
/// comes back with the next chunk. Hence many chunks are released together, and one such window
/// late; a few windows are resident at a time.
///
/// @param size chunks that are released together
record ReleaseWindows(RowChunks chunks, int size) {
  private static final long WINDOW_BYTES = 4L << 20;
  private static final int MOST = 64;

  /// @param bytes of the file, all rows together
  static ReleaseWindows of(RowChunks chunks, long bytes) {
    long perChunk = Math.max(1, bytes / Math.max(1, chunks.count()));
    return new ReleaseWindows(chunks, (int) Math.clamp(WINDOW_BYTES / perChunk, 1, MOST));
  }

  /// Called when a chunk is done; gives the rows that can be let go now, if any. Other threads may
  /// still be at work on some of them: pages that are needed come back, and nothing else may hang
  /// on these rows being done.
  void after(int chunk, Workers.RangeBody release) {
    boolean last = chunk == chunks.count() - 1;
    int window = chunk / size;
    if (last) {
      release.run(chunks.from(Math.max(0, window - 1) * size), chunks.to(chunk));
    } else if (chunk % size == size - 1 && window > 0) {
      release.run(chunks.from((window - 1) * size), chunks.from(window * size));
    }
  }
}
