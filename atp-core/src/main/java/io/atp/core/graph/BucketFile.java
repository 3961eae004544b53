package io.atp.core.graph;

import io.atp.core.runtime.Spill;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// Many growing lists of longs in one file, block by block.
///
/// Blocks lie in the order they became full, so the file is written from front to back whichever
/// list they belong to; each list knows its blocks. Deleted when closed.
final class BucketFile implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final int blockBytes;
  private final long[][] blocks;
  private final int[] blockCounts;
  private final long[] sizes;
  private long next;

  BucketFile(int lists, int blockBytes, Spill spill) {
    this.blockBytes = blockBytes;
    this.blocks = new long[lists][0];
    this.blockCounts = new int[lists];
    this.sizes = new long[lists];
    this.file = spill.newFile("buckets");
    try {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// Longs in a list.
  long size(int list) {
    return sizes[list];
  }

  /// Adds `count` longs, at most a block.
  void append(int list, MemorySegment longs, int count) {
    long at = place(list, count);
    ByteBuffer bytes = longs.asSlice(0, (long) count * Long.BYTES).asByteBuffer();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes, at + bytes.position());
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// Every block takes its whole place; where and how full it is goes into one long.
  private synchronized long place(int list, int count) {
    if (blockCounts[list] == blocks[list].length) {
      blocks[list] = Arrays.copyOf(blocks[list], Math.max(4, 2 * blockCounts[list]));
    }
    blocks[list][blockCounts[list]++] = next << 32 | count;
    sizes[list] += count;
    return next++ * blockBytes;
  }

  /// Copies a whole list into the front of `into`.
  void read(int list, MemorySegment into) {
    long done = 0;
    for (int i = 0; i < blockCounts[list]; i++) {
      long from = (blocks[list][i] >>> 32) * blockBytes;
      long length = (blocks[list][i] & 0xFFFFFFFFL) * Long.BYTES;
      ByteBuffer bytes = into.asSlice(done, length).asByteBuffer();
      try {
        while (bytes.hasRemaining()) {
          if (channel.read(bytes, from + bytes.position()) < 0) {
            throw new IOException("it became shorter, at byte " + (from + bytes.position()));
          }
        }
      } catch (IOException e) {
        throw Spill.failed(file, e);
      }
      done += length;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }
}
