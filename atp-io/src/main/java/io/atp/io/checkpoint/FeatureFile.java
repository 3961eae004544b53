package io.atp.io.checkpoint;

import io.atp.core.feature.ColumnSource;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Workers;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// X, or some of its rows, as a row-major `.npy` file in the storage of results: hop 0.
public final class FeatureFile {
  private FeatureFile() {}

  /// @param rows the nodes whose rows are written, or null for all
  public static void write(
      Path file, ColumnSource source, int[] rows, BlockLayout layout, Workers workers)
      throws IOException {
    byte[] header = NpyWriter.header(layout.dtype(), layout.rows(), layout.width());
    long rowBytes = (long) layout.width() * layout.storage().bytes();
    long floatBytes = (long) layout.width() * Float.BYTES;
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        PieceBuffers floats = new PieceBuffers(floatBytes * layout.pieceRows());
        PieceBuffers stored = new PieceBuffers(rowBytes * layout.pieceRows())) {
      PieceSums.writeFully(channel, ByteBuffer.wrap(header), 0);
      workers.forEachRange(
          layout.rows(),
          layout.pieceRows(),
          (from, to) -> {
            ByteBuffer read = floats.take((to - from) * floatBytes);
            ByteBuffer packed = stored.take((to - from) * rowBytes);
            MemorySegment values = MemorySegment.ofBuffer(read);
            for (int i = from; i < to; i++) {
              int row = rows == null ? i : rows[i];
              source.copyRow(row, 0, layout.width(), values, (i - from) * floatBytes);
              if (rows != null) {
                source.release(row, row + 1, 0, layout.width());
              }
            }
            if (rows == null) {
              source.release(from, to, 0, layout.width());
            }
            int entries = (to - from) * layout.width();
            MemorySegment into = MemorySegment.ofBuffer(packed);
            layout.storage().store(Kernels.active(), into, 0, values, 0, entries);
            try {
              PieceSums.writeFully(channel, packed, header.length + from * rowBytes);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            floats.give(read);
            stored.give(packed);
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
