package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;

/// Brings the next block of X from disk into the file cache while the present one computes.
///
/// As much as the memory left over allows; what was fetched is read from there when its turn comes,
/// and what was not is read from disk then.
final class BlockFetch implements AutoCloseable {
  private static final int PIECE_ROWS = 1 << 14;

  private final ColumnSource source;
  private final int mostRows;
  private Thread thread;
  private volatile boolean stopped;

  BlockFetch(ColumnSource source, long mostBytes) {
    this.source = source;
    long whole = Math.max(1, source.fetchedBytes(source.width()));
    boolean reads = source.fetchedBytes(1) > 0;
    this.mostRows =
        reads ? (int) Math.min(source.rows(), (double) source.rows() * mostBytes / whole) : 0;
  }

  void begin(ColumnRange next) {
    if (next == null || mostRows == 0) {
      return;
    }
    stopped = false;
    thread = Thread.ofPlatform().daemon().name("atp-fetch").start(() -> fetch(next));
  }

  private void fetch(ColumnRange next) {
    for (int from = 0; from < mostRows && !stopped; from += PIECE_ROWS) {
      int to = Math.min(mostRows, from + PIECE_ROWS);
      source.fetch(from, to, next.from(), next.columns());
    }
  }

  /// From here on the block is read by those who need it.
  void stop() {
    stopped = true;
    boolean interrupted = false;
    while (thread != null) {
      try {
        thread.join();
        thread = null;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop();
  }
}
