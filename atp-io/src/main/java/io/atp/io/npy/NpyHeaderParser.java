package io.atp.io.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads the header by its grammar, a Python dictionary of three known keys, and by no other:
///
/// `{ 'descr': '<f4', 'fortran_order': False, 'shape': (2708, 1433), }`
final class NpyHeaderParser {
  /// Longest preamble: magic, version and a four-byte length.
  static final int PREAMBLE = 12;

  /// Most bytes of magic, version, length and dictionary together.
  static final int MAX_BYTES = 1 << 16;

  private static final int MAX_RANK = 8;
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  private final String text;
  private final String source;
  private int at;

  private NpyHeaderParser(String text, String source) {
    this.text = text;
    this.source = source;
  }

  /// @param start the first bytes, at least [#MAX_BYTES] of them or all there are
  static NpyHeader parse(byte[] start, String source) throws IOException {
    int dataStart = dataStart(start, source);
    if (dataStart > start.length) {
      throw new IOException(
          "%s is cut short: its header ends at byte %,d, the file at %,d"
              .formatted(source, dataStart, start.length));
    }
    int textStart = start[6] == 1 ? 10 : 12;
    String text = new String(start, textStart, dataStart - textStart, StandardCharsets.ISO_8859_1);
    return new NpyHeaderParser(text, source).header(dataStart);
  }

  /// Position of the data, from the first [#PREAMBLE] bytes.
  static int dataStart(byte[] start, String source) throws IOException {
    if (start.length < PREAMBLE || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new IOException(
          "%s is no .npy array: it does not start with \\x93NUMPY".formatted(source));
    }
    int version = start[6];
    ByteBuffer bytes = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    long end =
        switch (version) {
          case 1 -> 10L + (bytes.getShort(8) & 0xFFFF);
          case 2, 3 -> 12L + (bytes.getInt(8) & 0xFFFFFFFFL);
          default ->
              throw new IOException(
                  "%s has .npy version %d; 1 to 3 are read".formatted(source, version));
        };
    if (end > MAX_BYTES) {
      throw new IOException(
          "%s has a header of %,d bytes; up to %,d are read".formatted(source, end, MAX_BYTES));
    }
    return (int) end;
  }

  private NpyHeader header(int dataStart) throws IOException {
    NpyType type = null;
    Boolean fortran = null;
    long[] shape = null;
    expect('{');
    while (!take('}')) {
      String key = quoted();
      expect(':');
      switch (key) {
        case "descr" -> {
          requireFirst(type == null, key);
          type = NpyType.parse(quoted(), source);
        }
        case "fortran_order" -> {
          requireFirst(fortran == null, key);
          fortran = truth();
        }
        case "shape" -> {
          requireFirst(shape == null, key);
          shape = tuple();
        }
        default -> throw wrong("key '%.20s' is not known".formatted(key));
      }
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    skipBlanks();
    if (at < text.length()) {
      throw wrong("something follows the dictionary");
    }
    if (type == null || fortran == null || shape == null) {
      throw wrong("descr, fortran_order or shape is missing");
    }
    requireProduct(shape, type.itemBytes());
    return new NpyHeader(type, fortran, shape, dataStart);
  }

  /// The byte count must fit a `long` even when an axis of size 0 would hide the others.
  private void requireProduct(long[] shape, int itemBytes) throws IOException {
    long product = Math.max(itemBytes, 1);
    for (long axis : shape) {
      if (Math.multiplyHigh(product, Math.max(axis, 1)) != 0 || product * Math.max(axis, 1) < 0) {
        throw wrong("the sizes in shape multiply to more than 2^63 bytes");
      }
      product *= Math.max(axis, 1);
    }
    if (product > Long.MAX_VALUE - MAX_BYTES) {
      throw wrong("the sizes in shape multiply to more than 2^63 bytes");
    }
  }

  private void requireFirst(boolean first, String key) throws IOException {
    if (!first) {
      throw wrong("key '%s' appears twice".formatted(key));
    }
  }

  private String quoted() throws IOException {
    skipBlanks();
    char quote = at < text.length() ? text.charAt(at) : 0;
    if (quote == '[') {
      throw wrong("arrays of structures are not read");
    }
    if (quote != '\'' && quote != '"') {
      throw wrong("a quoted word is missing");
    }
    int end = text.indexOf(quote, at + 1);
    if (end < 0) {
      throw wrong("a quote is not closed");
    }
    String word = text.substring(at + 1, end);
    at = end + 1;
    return word;
  }

  private boolean truth() throws IOException {
    skipBlanks();
    for (String word : new String[] {"True", "False"}) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("True");
      }
    }
    throw wrong("fortran_order must be True or False");
  }

  private long[] tuple() throws IOException {
    long[] sizes = new long[MAX_RANK];
    int rank = 0;
    expect('(');
    while (!take(')')) {
      if (rank == MAX_RANK) {
        throw wrong("shape has more than %d axes".formatted(MAX_RANK));
      }
      sizes[rank++] = number();
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return Arrays.copyOf(sizes, rank);
  }

  private long number() throws IOException {
    skipBlanks();
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == start || at - start > 18) {
      throw wrong("a size in shape is no whole number below 10^18");
    }
    long value = Long.parseLong(text.substring(start, at));
    if (at < text.length() && text.charAt(at) == 'L') { // Python 2 marks its long integers
      at++;
    }
    return value;
  }

  private boolean take(char c) {
    skipBlanks();
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void expect(char c) throws IOException {
    if (!take(c)) {
      throw wrong("'%c' is missing".formatted(c));
    }
  }

  private void skipBlanks() {
    while (at < text.length() && " \n\t".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private IOException wrong(String what) {
    return new IOException(
        "%s: .npy header, character %d: %s"
            .formatted(source, at, what.replaceAll("\\p{Cntrl}", "?")));
  }
}
