package io.atp.core.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Where work goes that memory cannot hold: files in one folder, which whoever made the folder
/// deletes.
///
/// A spilled array begins after [#HEADER_ROOM] bytes, so that a store can write a file header there
/// and keep the file as it is, instead of copying what may be larger than memory.
public final class Spill {
  /// Bytes left free at the start of the file of an array: the header of an `.npy` file fits.
  public static final int HEADER_ROOM = 128;

  private static final System.Logger LOG = System.getLogger(Spill.class.getName());
  private static final int ZEROS = 1 << 20;

  private final Path folder;
  private final long memoryBytes;
  private final AtomicInteger count = new AtomicInteger();
  private final Map<Long, Path> arrays = new ConcurrentHashMap<>();

  /// @param memoryBytes most off-heap bytes to hold before files are used
  Spill(Path folder, long memoryBytes) {
    this.folder = folder;
    this.memoryBytes = Require.atLeast("memoryBytes", memoryBytes, 0L);
  }

  public long memoryBytes() {
    return memoryBytes;
  }

  /// A name in the folder that nothing has yet.
  public Path newFile(String kind) {
    return folder.resolve(kind + "-" + count.incrementAndGet());
  }

  /// Zeroed bytes of a new file, mapped for reading and writing.
  MemorySegment map(long bytes, Arena arena) {
    Path file = newFile("array");
    try {
      requireRoom(bytes);
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.allocate(1), HEADER_ROOM + bytes - 1);
        MemorySegment data = channel.map(FileChannel.MapMode.READ_WRITE, HEADER_ROOM, bytes, arena);
        remember(data, file);
        return data;
      }
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /// Zeroed bytes of a mapped file that has lost its name already: its room on disk is free again
  /// when the arena closes, however the process ends. It is written once in full, since a store
  /// into a hole of a full disk would kill the process.
  MemorySegment mapNameless(long bytes, Arena arena) {
    Path file = newFile("result");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      Files.delete(file);
      ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, Math.max(1, bytes)));
      for (long at = 0; at < bytes; ) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
        at += channel.write(zeros, at);
      }
      LOG.log(
          System.Logger.Level.INFO,
          "{0} bytes of results lie in a file of {1}: memory is short",
          bytes,
          folder);
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /// Notes that an array lies in a file, behind [#HEADER_ROOM] bytes.
  public void remember(MemorySegment array, Path file) {
    arrays.put(array.address(), file);
  }

  /// The file behind a spilled array. Whoever takes it moves it away, and may write its header.
  public Optional<Path> take(MemorySegment array) {
    return array.isNative()
        ? Optional.ofNullable(arrays.remove(array.address()))
        : Optional.empty();
  }

  /// @throws UncheckedIOException if the disk has no room for so many bytes more
  public void requireRoom(long bytes) {
    try {
      long free = Files.getFileStore(folder).getUsableSpace();
      if (bytes > free) {
        throw new IOException(
            "%s: %,d MB are needed for temporary files, and %,d MB are free"
                .formatted(folder, Math.ceilDiv(bytes, 1L << 20), free >> 20));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What became of a file, in one sentence.
  public static UncheckedIOException failed(Path file, IOException cause) {
    return new UncheckedIOException(
        new IOException("temporary file %s: %s".formatted(file, cause.getMessage()), cause));
  }
}
