package io.atp.io.pickle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// The bytes of a pickle and the place reached in them; never reads past the end, never believes a
/// length that the rest cannot hold.
final class PickleInput {

  private final byte[] bytes;
  private final String source;
  private int at;
  private int opcodeAt;

  PickleInput(byte[] bytes, String source) {
    this.bytes = bytes;
    this.source = source;
  }

  String source() {
    return source;
  }

  int length() {
    return bytes.length;
  }

  int opcode() throws IOException {
    opcodeAt = at;
    return unsigned(1);
  }

  /// A little-endian number of 1, 2 or 4 bytes; the last comes back signed.
  int unsigned(int size) throws IOException {
    require(size);
    int value = 0;
    for (int i = 0; i < size; i++) {
      value |= (bytes[at++] & 0xFF) << 8 * i;
    }
    return value;
  }

  /// A signed little-endian number of up to 8 bytes.
  long signed(int size) throws IOException {
    if (size < 0 || size > Long.BYTES) {
      throw refused("holds an integer of %d bytes; up to 8 are read".formatted(size));
    }
    require(size);
    long value = size == 0 ? 0 : bytes[at + size - 1] >> 7;
    for (int i = size - 1; i >= 0; i--) {
      value = value << 8 | bytes[at + i] & 0xFF;
    }
    at += size;
    return value;
  }

  /// A length of eight bytes, if so much is left.
  int length8() throws IOException {
    long length = signed(Long.BYTES);
    if (length < 0 || length > bytes.length - at) {
      throw refused("asks for %d bytes where %d are left".formatted(length, bytes.length - at));
    }
    return (int) length;
  }

  double bigEndianDouble() throws IOException {
    require(Double.BYTES);
    double value = ByteBuffer.wrap(bytes, at, Double.BYTES).getDouble();
    at += Double.BYTES;
    return value;
  }

  /// One character per byte.
  String raw(int length) throws IOException {
    require(length);
    String text = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
    at += length;
    return text;
  }

  String utf8(int length) throws IOException {
    require(length);
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length)).toString();
      at += length;
      return text;
    } catch (CharacterCodingException e) {
      throw refused("holds a text that is not UTF-8");
    }
  }

  /// Up to the next line end, which is passed over.
  String line() throws IOException {
    int end = at;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    if (end == bytes.length) {
      throw refused("holds a line without end");
    }
    String line = new String(bytes, at, end - at, StandardCharsets.ISO_8859_1);
    at = end + 1;
    return line;
  }

  private void require(int length) throws IOException {
    if (length < 0 || length > bytes.length - at) {
      throw refused("asks for %d bytes where %d are left".formatted(length, bytes.length - at));
    }
  }

  /// What is wrong with the opcode being run.
  IOException refused(String what) {
    String opcode =
        opcodeAt < bytes.length ? "opcode 0x%02x".formatted(bytes[opcodeAt]) : "the end";
    return new IOException("%s, byte %d: %s %s".formatted(source, opcodeAt, opcode, what));
  }
}
