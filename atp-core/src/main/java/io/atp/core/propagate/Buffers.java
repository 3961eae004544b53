package io.atp.core.propagate;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Equal buffers that threads take and give back; as many as were ever out at a time.
final class Buffers {
  private final long bytes;
  private final Workspace memory;
  private final Queue<MemorySegment> idle = new ConcurrentLinkedQueue<>();

  Buffers(long bytes, Workspace memory) {
    this.bytes = bytes;
    this.memory = memory;
  }

  /// Holds whatever was there before.
  MemorySegment take() {
    MemorySegment waiting = idle.poll();
    return waiting != null ? waiting : memory.allocate(bytes);
  }

  void give(MemorySegment buffer) {
    idle.add(buffer);
  }
}
