package io.atp.core.runtime;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// An array that is written to a file piece by piece, in any order and by any thread, and mapped
/// when it is whole. Written rather than mapped at once: pages then belong to the system and not to
/// this process.
public final class SpilledArray implements AutoCloseable {
  private static final long PIECE = 1 << 24;

  private final Spill spill;
  private final Path file;
  private final FileChannel channel;

  /// @param file a new one, or one that holds some pieces already
  public SpilledArray(Spill spill, Path file) {
    this.spill = spill;
    this.file = file;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  public Path file() {
    return file;
  }

  /// Writes native memory to byte `at` of the array.
  public void write(long at, MemorySegment data) {
    try {
      for (long done = 0; done < data.byteSize(); done += PIECE) {
        long length = Math.min(PIECE, data.byteSize() - done);
        ByteBuffer bytes = data.asSlice(done, length).asByteBuffer();
        while (bytes.hasRemaining()) {
          channel.write(bytes, Spill.HEADER_ROOM + at + done + bytes.position());
        }
      }
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// The first `bytes` bytes, read-only, for as long as the arena lives.
  public MemorySegment map(long bytes, Arena arena) {
    if (bytes == 0) {
      return arena.allocate(0);
    }
    try {
      channel.truncate(Spill.HEADER_ROOM + bytes); // nothing of an earlier run lies behind
      MemorySegment data =
          channel.map(FileChannel.MapMode.READ_ONLY, Spill.HEADER_ROOM, bytes, arena);
      spill.remember(data, file);
      return data;
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }

  /// The file stays; it belongs to the folder.
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw Spill.failed(file, e);
    }
  }
}
