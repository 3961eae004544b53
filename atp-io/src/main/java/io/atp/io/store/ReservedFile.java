package io.atp.io.store;

import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A `.npy` file whose disk space is taken before it is mapped.
///
/// A store into a mapped hole of a full disk kills the process (SIGBUS), so there must be no holes:
/// `posix_fallocate` where the system has it, zeros written one by one elsewhere.
final class ReservedFile {
  private static final int ZEROS = 1 << 20;

  private ReservedFile() {}

  /// The data of a new file, writable, all zero.
  static MemorySegment map(Path file, String dtype, long[] shape, Arena arena) throws IOException {
    byte[] header = NpyWriter.header(dtype, shape);
    long bytes = NpyWriter.dataBytes(dtype, shape);
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      write(channel, ByteBuffer.wrap(header), 0);
      if (bytes == 0) {
        return arena.allocate(0);
      }
      reserve(channel, file, header.length, bytes);
      return channel.map(FileChannel.MapMode.READ_WRITE, header.length, bytes, arena);
    }
  }

  private static void reserve(FileChannel channel, Path file, long start, long bytes)
      throws IOException {
    var calls = SystemCalls.found();
    if (calls.isPresent() && calls.get().reserve(file, start + bytes)) {
      return;
    }
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, bytes));
    for (long at = 0; at < bytes; at += zeros.capacity()) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
      write(channel, zeros, start + at);
    }
  }

  private static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
    long end = at + bytes.remaining();
    while (bytes.hasRemaining()) {
      channel.write(bytes, end - bytes.remaining());
    }
  }
}
