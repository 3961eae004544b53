package io.atp.core.graph;

import io.atp.core.runtime.Spill;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// Many growing lists of longs in one file, block by block.
///
/// Blocks lie in the order they became full, so the file is written from front to back whichever
/// list they belong to; each list knows its blocks. [#seal] writes down which these are, and a
/// sealed file can be opened again.
final class BucketFile implements AutoCloseable {
  /// Bits for how many longs a block holds; where it begins stands above them.
  private static final int COUNT_BITS = 16;

  private static final int INDEX_BUFFER = 1 << 16;

  private final Path file;
  private final FileChannel channel;
  private final long[][] blocks;
  private final int[] blockCounts;
  private final long[] sizes;
  private long next;

  private BucketFile(int lists, Path file, StandardOpenOption... how) {
    this.blocks = new long[lists][0];
    this.blockCounts = new int[lists];
    this.sizes = new long[lists];
    this.file = file;
    try {
      channel = FileChannel.open(file, how);
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// Empty lists; what the file held before is lost.
  static BucketFile create(int lists, Path file) {
    return new BucketFile(
        lists,
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  /// The lists of a file that was sealed with so many longs in it.
  static BucketFile open(int lists, Path file, long longs) {
    BucketFile opened = new BucketFile(lists, file, StandardOpenOption.READ);
    opened.next = longs;
    opened.readIndex();
    return opened;
  }

  Path file() {
    return file;
  }

  /// Longs in a list.
  long size(int list) {
    return sizes[list];
  }

  /// Longs in all lists.
  long longs() {
    return next;
  }

  /// Adds `count` longs, at most 65,535.
  void append(int list, MemorySegment longs, int count) {
    long at = place(list, count) * Long.BYTES;
    ByteBuffer bytes = longs.asSlice(0, (long) count * Long.BYTES).asByteBuffer();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes, at + bytes.position());
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  private synchronized long place(int list, int count) {
    long place = next;
    remember(list, place << COUNT_BITS | count);
    next += count;
    return place;
  }

  private void remember(int list, long block) {
    if (blockCounts[list] == blocks[list].length) {
      blocks[list] = Arrays.copyOf(blocks[list], Math.max(4, 2 * blockCounts[list]));
    }
    blocks[list][blockCounts[list]++] = block;
    sizes[list] += count(block);
  }

  private static int count(long block) {
    return (int) (block & (1L << COUNT_BITS) - 1);
  }

  /// Writes down, behind the blocks, whose they are.
  ///
  /// @return the length of the file
  long seal() {
    try {
      channel.position(next * Long.BYTES);
      var out =
          new DataOutputStream(
              new BufferedOutputStream(Channels.newOutputStream(channel), INDEX_BUFFER));
      for (int list = 0; list < blocks.length; list++) {
        out.writeInt(blockCounts[list]);
        for (int i = 0; i < blockCounts[list]; i++) {
          out.writeLong(blocks[list][i]);
        }
      }
      out.flush();
      return channel.position();
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  private void readIndex() {
    try {
      channel.position(next * Long.BYTES);
      var in =
          new DataInputStream(
              new BufferedInputStream(Channels.newInputStream(channel), INDEX_BUFFER));
      for (int list = 0; list < blocks.length; list++) {
        for (int left = in.readInt(); left > 0; left--) {
          remember(list, in.readLong());
        }
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// Copies a whole list into the front of `into`.
  void read(int list, MemorySegment into) {
    long done = 0;
    for (int i = 0; i < blockCounts[list]; i++) {
      long from = (blocks[list][i] >>> COUNT_BITS) * Long.BYTES;
      long length = (long) count(blocks[list][i]) * Long.BYTES;
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

  /// The file stays.
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// The file goes.
  void delete() {
    close();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }
}
