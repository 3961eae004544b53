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

/// Where results go that memory has no room for.
///
/// @param memoryBytes most the process should hold
record SpillFolder(Path folder, long memoryBytes) {
  private static final System.Logger LOG = System.getLogger(SpillFolder.class.getName());
  private static final int ZEROS = 1 << 20;

  /// A mapped file that has lost its name already: its room on disk is free again when the arena
  /// closes, however the process ends. It is written once in full, since a store into a hole of a
  /// full disk would kill the process.
  MemorySegment map(long bytes, Arena arena) {
    try {
      Path file = Files.createTempFile(folder, ".atp-spill-", "");
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
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
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          new IOException(
              "%s: no room for %,d bytes of results that do not fit in memory: %s"
                  .formatted(folder, bytes, e.getMessage()),
              e));
    }
  }
}
