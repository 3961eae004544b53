package io.atp.io.npy;

import io.atp.core.runtime.Require;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.StringJoiner;

/// Writes `.npy` files, version 1.0; the data start on a multiple of 64 bytes, so that a mapping is
/// aligned.
public final class NpyWriter {
  private static final int ALIGNMENT = 64;
  private static final int PREAMBLE = 10;
  private static final long PIECE = 8 << 20;

  private NpyWriter() {}

  /// Magic, version, length and dictionary.
  ///
  /// @param dtype as NumPy spells it: `<f4`, `<i8`
  public static byte[] header(String dtype, long... shape) {
    Require.that(dtype.matches("[<|][biufSU][0-9]{1,5}"), "%s is no NumPy type", dtype);
    StringJoiner sizes = new StringJoiner(", ", "(", shape.length == 1 ? ",)" : ")");
    for (long axis : shape) {
      sizes.add(Long.toString(Require.atLeast("axis", axis, 0)));
    }
    String text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }".formatted(dtype, sizes);
    int total = Math.ceilDiv(PREAMBLE + text.length() + 1, ALIGNMENT) * ALIGNMENT;
    text = text + " ".repeat(total - PREAMBLE - text.length() - 1) + "\n";
    ByteBuffer header = ByteBuffer.allocate(total);
    header.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    header.put((byte) text.length()).put((byte) (text.length() >> 8));
    header.put(text.getBytes(StandardCharsets.US_ASCII));
    return header.array();
  }

  /// Bytes of one element of the type.
  public static int itemBytes(String dtype) {
    int size = Integer.parseInt(dtype.substring(2));
    return dtype.charAt(1) == 'U' ? size * 4 : size;
  }

  /// Bytes of the data of such an array; refuses a product past 2⁶³.
  public static long dataBytes(String dtype, long... shape) {
    long bytes = itemBytes(dtype);
    for (long axis : shape) {
      bytes = Math.multiplyExact(bytes, axis);
    }
    return bytes;
  }

  /// Writes a new file; `data` are the little-endian elements in C order.
  public static void write(Path file, String dtype, long[] shape, MemorySegment data)
      throws IOException {
    requireSize(dtype, shape, data);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      writeFully(channel, ByteBuffer.wrap(header(dtype, shape)));
      write(channel, data);
    }
  }

  static void requireSize(String dtype, long[] shape, MemorySegment data) {
    Require.that(
        data.byteSize() == dataBytes(dtype, shape),
        "an array of %d bytes was announced, %d are given",
        dataBytes(dtype, shape),
        data.byteSize());
  }

  /// The bytes of a segment, heap or native, of any length. Pages of a mapped one are let go behind
  /// the work: it may be larger than memory.
  static void write(WritableByteChannel channel, MemorySegment data) throws IOException {
    for (long at = 0; at < data.byteSize(); at += PIECE) {
      MemorySegment piece = data.asSlice(at, Math.min(PIECE, data.byteSize() - at));
      // Only byte arrays can be seen as buffers; other heap arrays are copied piece by piece.
      writeFully(
          channel,
          piece.isNative()
              ? piece.asByteBuffer()
              : ByteBuffer.wrap(piece.toArray(ValueLayout.JAVA_BYTE)));
      if (piece.isMapped()) {
        piece.unload();
      }
    }
  }

  private static void writeFully(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
