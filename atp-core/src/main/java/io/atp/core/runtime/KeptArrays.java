package io.atp.core.runtime;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Arrays, one behind the other in a file of their own, as one part of a [Checkpoint].
public final class KeptArrays {
  private static final int PIECE = 1 << 20;

  private KeptArrays() {}

  /// Keeps the arrays under a name.
  public static void keep(Checkpoint to, String part, long[] told, MemorySegment... arrays) {
    Path file = to.file(part);
    long at = 0;
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (MemorySegment array : arrays) {
        write(channel, at, array);
        at += array.byteSize();
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
    to.keep(part, file, 0, at, told);
  }

  /// Writes memory of any kind to a place of a file, through a buffer.
  public static void write(FileChannel channel, long at, MemorySegment data) throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    for (long done = 0; done < data.byteSize(); ) {
      int length = (int) Math.min(PIECE, data.byteSize() - done);
      MemorySegment.ofBuffer(piece.clear().limit(length)).copyFrom(data.asSlice(done, length));
      while (piece.hasRemaining()) {
        channel.write(piece, at + done + piece.position());
      }
      done += length;
    }
  }

  /// Fills arrays of the same lengths from what was kept, and gives what was told.
  public static Optional<long[]> load(Checkpoint from, String name, MemorySegment... arrays) {
    long bytes = 0;
    for (MemorySegment array : arrays) {
      bytes += array.byteSize();
    }
    Optional<Checkpoint.Part> part = from.find(name);
    if (part.isEmpty() || part.get().bytes() != bytes) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(part.get().file(), StandardOpenOption.READ)) {
      long at = part.get().from();
      for (MemorySegment array : arrays) {
        read(channel, at, array);
        at += array.byteSize();
      }
    } catch (IOException e) {
      throw Spill.failed(part.get().file(), e);
    }
    return Optional.of(part.get().told());
  }

  private static void read(FileChannel channel, long at, MemorySegment into) throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    for (long done = 0; done < into.byteSize(); ) {
      int length = (int) Math.min(PIECE, into.byteSize() - done);
      piece.clear().limit(length);
      while (piece.hasRemaining()) {
        if (channel.read(piece, at + done + piece.position()) < 0) {
          throw new EOFException("it ends at byte %d".formatted(at + done + piece.position()));
        }
      }
      into.asSlice(done, length).copyFrom(MemorySegment.ofBuffer(piece.flip()));
      done += length;
    }
  }
}
