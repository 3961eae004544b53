package io.atp.io.checkpoint;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Off-heap buffers for pieces of files, as many as threads use at a time: the heap, which would
/// keep what it once grew to, stays small.
final class PieceBuffers implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final Queue<ByteBuffer> idle = new ConcurrentLinkedQueue<>();
  private final int bytes;

  PieceBuffers(long bytes) {
    this.bytes = Math.toIntExact(Math.max(1, bytes));
  }

  /// An empty buffer of `length` bytes, which may hold what was there before.
  ByteBuffer take(long length) {
    ByteBuffer waiting = idle.poll();
    ByteBuffer buffer = waiting != null ? waiting : arena.allocate(bytes).asByteBuffer();
    return buffer.clear().limit(Math.toIntExact(length));
  }

  void give(ByteBuffer buffer) {
    idle.add(buffer);
  }

  @Override
  public void close() {
    arena.close();
  }
}
