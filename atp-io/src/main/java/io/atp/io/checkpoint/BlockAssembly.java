package io.atp.io.checkpoint;

import io.atp.core.propagate.ColumnRange;
import io.atp.core.runtime.Workers;
import io.atp.io.npy.NpyWriter;
import io.atp.io.store.Fsync;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Blocks of columns → one row-major `.npy` file, every piece checked on the way.
///
/// Each byte of a block is read once and written once; its blocks are removed when a result is
/// whole and on disk, so that the room on disk is that of the results and one of them again.
final class BlockAssembly {
  private final WorkFolder folder;
  private final BlockLayout layout;
  private final Workers workers;
  private final Set<Integer> whole = ConcurrentHashMap.newKeySet();

  /// A block of the result.
  record Part(ColumnRange columns, Path file, PieceSums sums) {}

  /// Takes over what an earlier run assembled.
  BlockAssembly(WorkFolder folder, BlockLayout layout, Workers workers) throws IOException {
    this.folder = folder;
    this.layout = layout;
    this.workers = workers;
    for (Map.Entry<Integer, String> result : layout.names().entrySet()) {
      takeOver(result.getKey(), result.getValue());
    }
  }

  boolean isDone(int result) {
    return whole.contains(result);
  }

  private void takeOver(int result, String name) throws IOException {
    Path file = folder.file(name);
    Optional<Map<String, Object>> note = folder.note(noteName(name));
    if (note.isPresent() && note.get().get("pieces") instanceof String digits) {
      int damaged =
          PieceSums.parse(digits)
              .firstDamaged(
                  file, header().length, rowBytes() * layout.rows(), pieceBytes(), workers);
      if (damaged < 0) {
        whole.add(result);
        return;
      }
      folder.tell("%s is damaged, so it is made again".formatted(file));
    } else if (Files.exists(folder.file(noteName(name)))) {
      folder.tell("%s is damaged, so it is made again".formatted(folder.file(noteName(name))));
    }
    Files.deleteIfExists(folder.file(noteName(name)));
    Files.deleteIfExists(file);
  }

  private static String noteName(String name) {
    return name + ".json";
  }

  private byte[] header() {
    return NpyWriter.header(layout.dtype(), layout.rows(), layout.width());
  }

  private long rowBytes() {
    return (long) layout.width() * layout.storage().bytes();
  }

  private long pieceBytes() {
    return rowBytes() * layout.pieceRows();
  }

  void assemble(int result, List<Part> parts) throws IOException {
    String name = layout.names().get(result);
    Path file = folder.file(name);
    Path growing = folder.file(name + ".new");
    byte[] header = header();
    PieceSums sums = new PieceSums(layout.pieces());
    List<FileChannel> from = new ArrayList<>();
    try (FileChannel to =
            FileChannel.open(
                growing,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        PieceBuffers buffers = new PieceBuffers(pieceBytes())) {
      for (Part part : parts) {
        from.add(FileChannel.open(part.file(), StandardOpenOption.READ));
      }
      PieceSums.writeFully(to, ByteBuffer.wrap(header), 0);
      workers.forEachChunk(
          layout.pieces(),
          piece -> {
            ByteBuffer rows = sideBySide(parts, from, piece, buffers);
            sums.set(piece, rows);
            try {
              PieceSums.writeFully(to, rows, header.length + piece * pieceBytes());
            } catch (IOException e) {
              throw new UncheckedIOException(
                  new IOException(
                      "%s cannot be written: %s; the same command goes on from here"
                          .formatted(growing, e.getMessage()),
                      e));
            }
            buffers.give(rows);
          });
      to.force(true);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      for (FileChannel channel : from) {
        channel.close();
      }
    }
    Files.move(growing, file, StandardCopyOption.ATOMIC_MOVE);
    Fsync.folder(folder.path());
    folder.writeNote(noteName(name), Map.of("pieces", sums.digits()));
    whole.add(result);
    for (Part part : parts) {
      Files.delete(part.file());
    }
  }

  /// One piece of rows, all columns.
  private ByteBuffer sideBySide(
      List<Part> parts, List<FileChannel> from, int piece, PieceBuffers buffers) {
    int first = piece * layout.pieceRows();
    int count = Math.min(layout.pieceRows(), layout.rows() - first);
    ByteBuffer rows = buffers.take(count * rowBytes());
    MemorySegment into = MemorySegment.ofBuffer(rows);
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int bytes = part.columns().columns() * layout.storage().bytes();
      ByteBuffer block = buffers.take((long) count * bytes);
      try {
        PieceSums.readFully(from.get(i), block, (long) first * bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(
            new IOException("%s cannot be read: %s".formatted(part.file(), e.getMessage()), e));
      }
      if (!part.sums().matches(piece, block)) {
        throw new UncheckedIOException(
            new IOException(
                "%s was damaged on disk since it was written; the same command does it again"
                    .formatted(part.file())));
      }
      MemorySegment packed = MemorySegment.ofBuffer(block);
      long at = (long) part.columns().from() * layout.storage().bytes();
      for (int row = 0; row < count; row++) {
        MemorySegment.copy(packed, (long) row * bytes, into, at + row * rowBytes(), bytes);
      }
      buffers.give(block);
    }
    return rows;
  }
}
