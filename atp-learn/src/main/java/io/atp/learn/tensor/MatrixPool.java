package io.atp.learn.tensor;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/// Buffers that come back: an epoch takes what the epoch before it gave.
///
/// Fresh memory costs a page fault per 4 KiB, which is dearer than most ops, so nothing is freed
/// before the pool closes. Capacities are rounded up to four steps per doubling, so that batches of
/// slightly different size share buffers at the cost of at most a quarter. One thread owns a pool.
public final class MatrixPool implements AutoCloseable {
  private static final long SMALLEST = 256;

  private final Workspace memory;
  private final Map<Long, Deque<MemorySegment>> idle = new HashMap<>();
  private long allocatedBytes;

  MatrixPool(Workspace work) {
    this.memory = work.scratch();
  }

  /// A matrix whose entries are whatever was there before.
  public Matrix take(int rows, int columns) {
    long bytes = Matrix.bytes(rows, columns);
    long capacity = capacity(bytes);
    Deque<MemorySegment> waiting = idle.get(capacity);
    MemorySegment segment = waiting == null ? null : waiting.pollFirst();
    if (segment == null) {
      segment = memory.allocate(capacity);
      allocatedBytes += capacity;
    }
    return new Matrix(rows, columns, segment.asSlice(0, bytes));
  }

  public Matrix zeros(int rows, int columns) {
    Matrix matrix = take(rows, columns);
    matrix.fill(0);
    return matrix;
  }

  /// Gives back a matrix that [#take] handed out, exactly once and never a view of one.
  public void give(Matrix matrix) {
    long capacity = capacity(matrix.data().byteSize());
    MemorySegment whole =
        MemorySegment.ofAddress(matrix.data().address())
            .reinterpret(capacity, memory.arena(), null);
    idle.computeIfAbsent(capacity, _ -> new ArrayDeque<>()).addFirst(whole);
  }

  /// All that was ever allocated; constant once an epoch has been through.
  public long allocatedBytes() {
    return allocatedBytes;
  }

  static long capacity(long bytes) {
    if (bytes <= SMALLEST) {
      return SMALLEST;
    }
    long step = Long.highestOneBit(bytes - 1) / 4;
    return Math.ceilDiv(bytes, step) * step;
  }

  @Override
  public void close() {
    memory.close();
  }
}
