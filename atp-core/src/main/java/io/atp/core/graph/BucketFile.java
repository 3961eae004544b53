package io.atp.core.graph;

import io.atp.core.runtime.CachedPages;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Spill;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Many growing lists of longs in one file, block by block; six bytes each where that is enough.
///
/// Blocks lie in the order they became full, so the file is written from front to back whichever
/// list they belong to; each list knows its blocks. Those that became full first may stay in
/// memory. [#seal] writes down which blocks there are, and a sealed file can be opened again.
final class BucketFile implements AutoCloseable {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

  /// Bytes of a long below 2⁴⁸, without its upper ones, which are 0.
  static final int PACKED_BYTES = Integer.BYTES + Short.BYTES;

  /// Bits for how many longs a block holds; where it begins stands above them.
  private static final int COUNT_BITS = 16;

  private static final int INDEX_BUFFER = 1 << 16;

  private final Path file;
  private final int entryBytes;
  private final FileChannel channel;
  private final CachedPages cached;
  private final MemorySegment front; // the first longs
  private final long frontBytes; // of whole ones
  private final long[][] blocks;
  private final int[] blockCounts;
  private final long[] sizes;
  private long next;

  private BucketFile(
      int lists, Path file, int entryBytes, MemorySegment front, StandardOpenOption... how) {
    this.entryBytes = entryBytes;
    this.front = front;
    this.frontBytes = front.byteSize() / entryBytes * entryBytes;
    this.blocks = new long[lists][0];
    this.blockCounts = new int[lists];
    this.sizes = new long[lists];
    this.file = file;
    try {
      channel = FileChannel.open(file, how);
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
    this.cached = CachedPages.of(file);
  }

  /// Empty lists; what the file held before is lost.
  ///
  /// @param entryBytes of a long in the file: 8, or [#PACKED_BYTES]
  /// @param front holds as many blocks as it can, which then never reach the file; such a file
  ///   cannot be sealed
  static BucketFile create(int lists, Path file, int entryBytes, MemorySegment front) {
    return new BucketFile(
        lists,
        file,
        entryBytes,
        front,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  /// The lists of a file that was sealed with so many longs in it.
  static BucketFile open(int lists, Path file, int entryBytes, long longs) {
    BucketFile opened =
        new BucketFile(lists, file, entryBytes, MemorySegment.NULL, StandardOpenOption.READ);
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

  /// Adds `count` longs, at most 65,535; leaves other bytes in their place.
  void append(int list, MemorySegment longs, int count) {
    put(list, longs, count, reserve(count));
  }

  /// Room for so many longs side by side, in memory or in the file, not across.
  ///
  /// @return the place of the first
  synchronized long reserve(long count) {
    boolean fits = (next + count) * entryBytes <= frontBytes;
    long place = fits ? next : Math.max(next, frontBytes / entryBytes);
    next = place + count;
    return place;
  }

  /// As [#append], at a place that was reserved.
  void put(int list, MemorySegment longs, int count, long place) {
    if (entryBytes == PACKED_BYTES) {
      pack(longs, count);
    }
    remember(list, place << COUNT_BITS | count);
    long at = place * entryBytes;
    MemorySegment block = longs.asSlice(0, (long) count * entryBytes);
    if (at < frontBytes) {
      front.asSlice(at, block.byteSize()).copyFrom(block);
      return;
    }
    ByteBuffer bytes = block.asByteBuffer();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes, at - frontBytes + bytes.position());
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// Each lands before the next that is read; what it writes too much, the next replaces.
  private static void pack(MemorySegment longs, int count) {
    for (long i = 0; i < count; i++) {
      longs.set(LONG, i * PACKED_BYTES, longs.get(LONG, i * Long.BYTES));
    }
  }

  /// From the end of `longs`, where they were read to, to its front.
  private static void unpack(MemorySegment longs, int count) {
    long from = (long) count * (Long.BYTES - PACKED_BYTES);
    for (long i = 0; i < count; i++) {
      long at = from + i * PACKED_BYTES;
      long lower = longs.get(INT, at) & 0xFFFFFFFFL;
      long upper = longs.get(SHORT, at + Integer.BYTES) & 0xFFFFL;
      longs.set(LONG, i * Long.BYTES, upper << 32 | lower);
    }
  }

  private synchronized void remember(int list, long block) {
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
    Require.that(frontBytes == 0, "%s begins in memory", file);
    try {
      channel.position(next * entryBytes);
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
      channel.position(next * entryBytes);
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
      long from = (blocks[list][i] >>> COUNT_BITS) * entryBytes;
      int count = count(blocks[list][i]);
      long length = (long) count * Long.BYTES;
      long stored = (long) count * entryBytes;
      MemorySegment block = into.asSlice(done, length);
      if (from < frontBytes) {
        block.asSlice(length - stored).copyFrom(front.asSlice(from, stored));
      } else {
        read(from - frontBytes, block.asSlice(length - stored).asByteBuffer());
      }
      if (entryBytes == PACKED_BYTES) {
        unpack(block, count);
      }
      done += length;
    }
  }

  /// Reads a list, but for what is in memory, and throws it away.
  ///
  /// @param bytes to read into
  /// @return whether all of it could be read
  boolean touch(int list, ByteBuffer bytes) {
    try {
      for (int i = 0; i < blockCounts[list]; i++) {
        long from = (blocks[list][i] >>> COUNT_BITS) * entryBytes;
        int length = count(blocks[list][i]) * entryBytes;
        for (int done = 0; from >= frontBytes && done < length; done += bytes.position()) {
          bytes.clear().limit(Math.min(bytes.capacity(), length - done));
          if (channel.read(bytes, from - frontBytes + done) <= 0) {
            return false;
          }
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Gives up what the system's cache has of the file and is on disk.
  void giveUp() {
    cached.giveUp(0, next * entryBytes);
  }

  /// The same of lists `[from, to)`, neighbouring blocks in one: the system drops no part of a page
  /// that is larger than a block.
  void giveUp(int from, int to) {
    long[] theirs =
        IntStream.range(from, to)
            .mapToObj(list -> LongStream.of(blocks[list]).limit(blockCounts[list]))
            .flatMapToLong(Function.identity())
            .sorted()
            .toArray();
    long start = 0;
    long end = 0;
    for (long block : theirs) {
      long first = (block >>> COUNT_BITS) * entryBytes - frontBytes;
      if (first != end) {
        cached.giveUp(Math.max(0, start), end);
        start = first;
      }
      end = first + (long) count(block) * entryBytes;
    }
    cached.giveUp(Math.max(0, start), end);
  }

  private void read(long from, ByteBuffer into) {
    try {
      while (into.hasRemaining()) {
        if (channel.read(into, from + into.position()) < 0) {
          throw new IOException("it became shorter, at byte " + (from + into.position()));
        }
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// The file stays.
  @Override
  public void close() {
    cached.close();
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
