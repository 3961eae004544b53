package io.atp.core.graph;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/// Reads dealt arcs into the system's cache a little before they are needed, so that sorting need
/// not wait for the disk. What cannot be read is left to whoever needs it.
final class ReadAhead implements AutoCloseable {
  private static final int BYTES = 1 << 16;

  private final Thread reader;
  private volatile int allowed;
  private volatile boolean closed;

  /// @param from the first range that will be wanted; the others follow in their order
  ReadAhead(DealtArcs arcs, int from, int to) {
    allowed = from;
    reader = Thread.ofPlatform().daemon().name("atp-read-ahead").start(() -> read(arcs, from, to));
  }

  private void read(DealtArcs arcs, int from, int to) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
    for (int range = from; range < to; range++) {
      while (range >= allowed && !closed) {
        LockSupport.park(this);
      }
      if (closed || !arcs.touch(range, bytes)) {
        return;
      }
    }
  }

  /// Lets it read up to this range.
  void allow(int to) {
    allowed = to;
    LockSupport.unpark(reader);
  }

  /// Returns when it reads no more.
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(reader);
    boolean interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
