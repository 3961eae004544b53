package io.atp.core.graph;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

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

  /// Hands out every id of every arc, in the order added, and stores what comes back in its place.
  ///
  /// A reader that learns only at the end which ids there are numbers them anew with this.
  public void rename(IntUnaryOperator rename) {
    for (int index = 0; index < blocks.size(); index++) {
      MemorySegment block = blocks.get(index);
      for (int i = 0, size = blockSize(index); i < size; i++) {
        long at = (long) i * Long.BYTES;
        long arc = block.get(LONG, at);
        int source = rename.applyAsInt((int) (arc >>> 32));
        int target = rename.applyAsInt((int) arc);
        block.set(LONG, at, (long) source << 32 | target & 0xFFFFFFFFL);
      }
    }
  }

  /// Hands out every id of every arc, in the order added.
  public void forEachId(IntConsumer body) {
    for (int index = 0; index < blocks.size(); index++) {
      MemorySegment block = blocks.get(index);
      for (int i = 0, size = blockSize(index); i < size; i++) {
        long arc = block.get(LONG, (long) i * Long.BYTES);
        body.accept((int) (arc >>> 32));
        body.accept((int) arc);
      }
    }
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
