package io.atp.core.propagate;

import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workers;

/// When pages of a mapped file are handed back behind a walk over chunks of rows.
///
/// A page fault maps its neighbours as well, 64 KiB at a time, so what is released chunk by chunk
/// comes back with the next chunk. Hence many chunks are released together, and one such window
/// late.
record ReleaseWindows(RowChunks chunks) {
  private static final int WINDOW = 64;

  /// Called when a chunk is done; gives the rows that can be let go now, if any.
  void after(int chunk, Workers.RangeBody release) {
    boolean last = chunk == chunks.count() - 1;
    int window = chunk / WINDOW;
    if (last) {
      release.run(chunks.from(Math.max(0, window - 1) * WINDOW), chunks.to(chunk));
    } else if (chunk % WINDOW == WINDOW - 1 && window > 0) {
      release.run(chunks.from((window - 1) * WINDOW), chunks.from(window * WINDOW));
    }
  }
}
