package io.atp.core.graph;

import io.atp.core.runtime.Spill;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/// Arcs in the order they were read, waiting for a [GraphBuilder]: 8 bytes each, off-heap, grown
/// block by block. Once half of the memory of a workspace that spills is taken, full blocks go to a
/// file.
///
/// Not thread-safe while it grows: a parallel reader fills one buffer per part of its input, and
/// the builder takes them all.
public final class ArcBuffer implements ArcSource {
  static final int BLOCK_ARCS = 1 << 18;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final long BLOCK_BYTES = (long) BLOCK_ARCS * Long.BYTES;

  private final Workspace work;

  /// A block in memory, or null for one in the file, where blocks lie by their number.
  private final List<MemorySegment> blocks = new ArrayList<>();

  private MemorySegment last;
  private int inLast = BLOCK_ARCS;
  private Path file;

  public ArcBuffer(Workspace work) {
    this.work = work;
  }

  /// Ids are not checked here; [GraphBuilder#build] refuses one that is out of range.
  public void add(int source, int target) {
    if (inLast == BLOCK_ARCS) {
      nextBlock();
    }
    last.set(LONG, (long) inLast++ * Long.BYTES, ArcSource.pack(source, target));
  }

  /// Adds the first `count` of these, packed as [ArcSource] has them.
  public void add(long[] packed, int count) {
    for (int done = 0; done < count; ) {
      if (inLast == BLOCK_ARCS) {
        nextBlock();
      }
      int length = Math.min(count - done, BLOCK_ARCS - inLast);
      MemorySegment.copy(packed, done, last, LONG, (long) inLast * Long.BYTES, length);
      inLast += length;
      done += length;
    }
  }

  private void nextBlock() {
    boolean spills =
        last != null
            && work.spill().filter(spill -> work.room() < spill.memoryBytes() / 2).isPresent();
    if (spills) {
      int index = blocks.size() - 1;
      write(index, last);
      blocks.set(index, null);
    } else {
      last = work.allocateLongs(BLOCK_ARCS);
    }
    blocks.add(last);
    inLast = 0;
  }

  /// Hands out every id of every arc, in the order added, and stores what comes back in its place.
  ///
  /// A reader that learns only at the end which ids there are numbers them anew with this.
  public void rename(IntUnaryOperator rename) {
    MemorySegment loaded = MemorySegment.ofArray(new long[file == null ? 0 : BLOCK_ARCS]);
    for (int index = 0; index < blocks.size(); index++) {
      MemorySegment block = load(index, loaded);
      for (int i = 0, size = blockSize(index); i < size; i++) {
        long at = (long) i * Long.BYTES;
        long arc = block.get(LONG, at);
        int source = rename.applyAsInt((int) (arc >>> 32));
        int target = rename.applyAsInt((int) arc);
        block.set(LONG, at, ArcSource.pack(source, target));
      }
      if (block == loaded) {
        write(index, loaded);
      }
    }
  }

  /// Hands out every id of every arc, in the order added.
  public void forEachId(IntConsumer body) {
    MemorySegment loaded = MemorySegment.ofArray(new long[file == null ? 0 : BLOCK_ARCS]);
    for (int index = 0; index < blocks.size(); index++) {
      MemorySegment block = load(index, loaded);
      for (int i = 0, size = blockSize(index); i < size; i++) {
        long arc = block.get(LONG, (long) i * Long.BYTES);
        body.accept((int) (arc >>> 32));
        body.accept((int) arc);
      }
    }
  }

  @Override
  public long size() {
    return blocks.isEmpty() ? 0 : (long) (blocks.size() - 1) * BLOCK_ARCS + inLast;
  }

  @Override
  public int copy(long from, int count, long[] into) {
    for (int done = 0; done < count; ) {
      int index = (int) ((from + done) / BLOCK_ARCS);
      int first = (int) ((from + done) % BLOCK_ARCS);
      int length = Math.min(count - done, BLOCK_ARCS - first);
      MemorySegment block = blocks.get(index);
      if (block == null) {
        ByteBuffer bytes = ByteBuffer.allocate(length * Long.BYTES).order(ByteOrder.nativeOrder());
        read(index, first, bytes);
        bytes.flip().asLongBuffer().get(into, done, length);
      } else {
        MemorySegment.copy(block, LONG, (long) first * Long.BYTES, into, done, length);
      }
      done += length;
    }
    return count;
  }

  private int blockSize(int index) {
    return index == blocks.size() - 1 ? inLast : BLOCK_ARCS;
  }

  private MemorySegment load(int index, MemorySegment into) {
    MemorySegment block = blocks.get(index);
    if (block != null) {
      return block;
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) BLOCK_BYTES);
    read(index, 0, bytes);
    return into.copyFrom(MemorySegment.ofArray(bytes.array()));
  }

  private void read(int index, int first, ByteBuffer into) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long at = index * BLOCK_BYTES + (long) first * Long.BYTES;
      while (into.hasRemaining()) {
        if (channel.read(into, at + into.position()) < 0) {
          throw new IOException("it became shorter, at byte " + (at + into.position()));
        }
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  private void write(int index, MemorySegment block) {
    if (file == null) {
      file = work.spill().orElseThrow().newFile("arcs");
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer bytes =
          block.isNative()
              ? block.asByteBuffer()
              : ByteBuffer.wrap(block.toArray(ValueLayout.JAVA_BYTE));
      long at = index * BLOCK_BYTES;
      while (bytes.hasRemaining()) {
        channel.write(bytes, at + bytes.position());
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }
}
