package io.atp.io.store;

import io.atp.core.feature.Features;
import io.atp.core.runtime.Checkpoint;
import io.atp.core.runtime.Workspace;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Features → a row-major float32 `.npy` file in a [Checkpoint], a sixteenth of the rows at a time.
final class KeptFeatures {
  private static final int PIECE_BYTES = 4 << 20;

  private KeptFeatures() {}

  /// Writes the rows that an earlier run did not.
  ///
  /// @return the whole file
  static Path keep(Features features, String name, Workspace work) throws IOException {
    Checkpoint checkpoint = work.checkpoint().orElseThrow();
    Path file = checkpoint.file(name);
    byte[] header = NpyWriter.header("<f4", features.rows(), features.width());
    long rowBytes = (long) features.width() * Float.BYTES;
    int steps = Math.min(Checkpoint.PARTS, features.rows());
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      write(channel, ByteBuffer.wrap(header), 0);
      for (int step = 0; step < steps; step++) {
        int from = (int) ((long) step * features.rows() / steps);
        int to = (int) ((step + 1L) * features.rows() / steps);
        String part = name + "-rows-" + from + "-" + to;
        if (checkpoint.find(part).isEmpty()) {
          write(features, from, to, channel, header.length, work);
          checkpoint.keep(
              part, file, header.length + from * rowBytes, header.length + to * rowBytes);
        }
      }
    } catch (UncheckedIOException e) {
      throw new IOException(
          "%s cannot be written: %s".formatted(file, e.getCause().getMessage()), e);
    }
    return file;
  }

  private static void write(
      Features features, int first, int end, FileChannel to, int start, Workspace work) {
    long rowBytes = (long) features.width() * Float.BYTES;
    int rows = (int) Math.max(1, PIECE_BYTES / Math.max(1, rowBytes));
    work.workers()
        .forEachRange(
            end - first,
            rows,
            (from, until) -> {
              try (Arena arena = Arena.ofConfined()) {
                MemorySegment some = arena.allocate(Math.max(1, (until - from) * rowBytes));
                for (int row = from; row < until; row++) {
                  features.copyRow(first + row, 0, features.width(), some, (row - from) * rowBytes);
                }
                features.release(first + from, first + until, 0, features.width());
                ByteBuffer bytes = some.asSlice(0, (until - from) * rowBytes).asByteBuffer();
                write(to, bytes, start + (long) (first + from) * rowBytes);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static void write(FileChannel to, ByteBuffer bytes, long at) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes, at + bytes.position());
    }
  }
}
