package io.atp.io.npy;

import io.atp.core.feature.DenseFeatures;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// Reads and maps `.npy` files.
public final class Npy {
  private Npy() {}

  /// A file's elements where they lie on disk, and what they are.
  public record Mapped(NpyHeader header, MemorySegment data) {}

  /// Reads a whole file into memory, in C order.
  public static NpyArray read(Path file) throws IOException {
    String source = file.toString();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      NpyHeader header = header(channel, source);
      byte[] data = new byte[arrayLength(header, source)];
      readFully(channel, ByteBuffer.wrap(data), header.dataStart(), source);
      return array(source, header, data);
    }
  }

  /// Reads a whole file that is already in memory.
  ///
  /// @param source what to call it in messages
  public static NpyArray read(byte[] file, String source) throws IOException {
    NpyHeader header = NpyHeaderParser.parse(file, source);
    header.requireLength(file.length, source);
    return array(source, header, Arrays.copyOfRange(file, header.dataStart(), file.length));
  }

  /// The header alone, held against the length of the file.
  public static NpyHeader readHeader(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return header(channel, file.toString());
    }
  }

  /// Maps a matrix of little-endian float32 without copying it.
  public static DenseFeatures mapFloats(Path file, Arena arena) throws IOException {
    Mapped mapped = map(file, arena);
    NpyHeader header = mapped.header();
    if (!header.type().toString().equals("<f4") || header.rank() != 2) {
      throw new IOException(
          "%s holds %s of shape %s; a two-dimensional <f4 is needed"
              .formatted(file, header.type(), header.shapeText()));
    }
    return new DenseFeatures(
        axis(file, header.shape()[0]), axis(file, header.shape()[1]), mapped.data());
  }

  /// Maps little-endian numbers in C order without copying them; the mapping is read-only and lives
  /// as long as the arena.
  public static Mapped map(Path file, Arena arena) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      NpyHeader header = header(channel, file.toString());
      if (header.type().isText()
          || header.fortranOrder() && header.rank() > 1
          || header.type().order() != ByteOrder.LITTLE_ENDIAN) {
        throw new IOException(
            "%s holds %s in %s order; only little-endian numbers in C order can be mapped"
                .formatted(file, header.type(), header.fortranOrder() ? "Fortran" : "C"));
      }
      long bytes = header.dataBytes();
      MemorySegment data =
          bytes == 0
              ? arena.allocate(0)
              : channel.map(FileChannel.MapMode.READ_ONLY, header.dataStart(), bytes, arena);
      return new Mapped(header, data);
    }
  }

  /// An array from the bytes of its elements, turned into C order if they are not.
  public static NpyArray array(String source, NpyHeader header, byte[] data) throws IOException {
    if (!header.fortranOrder() || header.rank() < 2) {
      return new NpyArray(source, header, MemorySegment.ofArray(data));
    }
    if (header.rank() > 2) {
      throw new IOException(
          "%s is in Fortran order with shape %s; that order is read up to two axes"
              .formatted(source, header.shapeText()));
    }
    byte[] rows = transpose(data, header);
    var inRows = new NpyHeader(header.type(), false, header.shape(), header.dataStart());
    return new NpyArray(source, inRows, MemorySegment.ofArray(rows));
  }

  /// Columns one after the other → rows one after the other.
  private static byte[] transpose(byte[] columns, NpyHeader header) {
    int item = header.type().itemBytes();
    byte[] rows = new byte[columns.length];
    if (columns.length == 0) {
      return rows; // an axis of size 0 may stand beside one too large to count through
    }
    int rowCount = (int) header.shape()[0];
    int columnCount = (int) header.shape()[1];
    for (int row = 0; row < rowCount; row++) {
      for (int column = 0; column < columnCount; column++) {
        int from = (column * rowCount + row) * item;
        System.arraycopy(columns, from, rows, (row * columnCount + column) * item, item);
      }
    }
    return rows;
  }

  static int arrayLength(NpyHeader header, String source) throws IOException {
    if (header.dataBytes() > Integer.MAX_VALUE - 8) {
      throw new IOException(
          "%s holds %,d bytes, too many to read into one Java array"
              .formatted(source, header.dataBytes()));
    }
    return (int) header.dataBytes();
  }

  private static NpyHeader header(FileChannel channel, String source) throws IOException {
    byte[] start = new byte[(int) Math.min(channel.size(), NpyHeaderParser.MAX_BYTES)];
    readFully(channel, ByteBuffer.wrap(start), 0, source);
    NpyHeader header = NpyHeaderParser.parse(start, source);
    header.requireLength(channel.size(), source);
    return header;
  }

  private static void readFully(FileChannel channel, ByteBuffer into, long position, String source)
      throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into, position + into.position()) < 0) {
        throw new IOException(
            "%s became shorter while it was read, at byte %,d"
                .formatted(source, position + into.position()));
      }
    }
  }

  private static int axis(Path file, long size) throws IOException {
    if (size > Integer.MAX_VALUE - 8) {
      throw new IOException("%s has an axis of %,d, more than fits an int".formatted(file, size));
    }
    return (int) size;
  }
}
