package io.atp.core.graph;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Arcs in the order they were read, waiting for a [GraphBuilder]: 8 bytes each, off-heap, grown
/// block by block.
///
/// Not thread-safe: a parallel reader fills one buffer per part of its input, and the builder takes
/// them all.
public final class ArcBuffer {
  static final int BLOCK_ARCS = 1 << 18;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Workspace work;
  private final List<MemorySegment> blocks = new ArrayList<>();
  private MemorySegment last;
  private int inLast = BLOCK_ARCS;

  public ArcBuffer(Workspace work) {
    this.work = work;
  }

  /// Ids are not checked here; [GraphBuilder#build] refuses one that is out of range.
  public void add(int source, int target) {
    if (inLast == BLOCK_ARCS) {
      last = work.allocateLongs(BLOCK_ARCS);
      blocks.add(last);
      inLast = 0;
    }
    last.set(LONG, (long) inLast++ * Long.BYTES, (long) source << 32 | target & 0xFFFFFFFFL);
  }

  public long size() {
    return blocks.isEmpty() ? 0 : (long) (blocks.size() - 1) * BLOCK_ARCS + inLast;
  }

  int blockCount() {
    return blocks.size();
  }

  /// Packed `source << 32 | target`, as many as [#blockSize].
  MemorySegment block(int index) {
    return blocks.get(index);
  }

  int blockSize(int index) {
    return index == blocks.size() - 1 ? inLast : BLOCK_ARCS;
  }
}
