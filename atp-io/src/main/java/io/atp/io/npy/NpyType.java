package io.atp.io.npy;

import java.io.IOException;
import java.nio.ByteOrder;

/// An element type as NumPy spells it: byte order, kind letter and size.
///
/// @param kind `b` truth, `i` signed, `u` unsigned, `f` float, `U` text of fixed length, `S` bytes
/// @param itemBytes bytes of one element
public record NpyType(char kind, int itemBytes, ByteOrder order) {
  private static final int MAX_TEXT = 1 << 16;

  /// Reads a `descr` such as `<f4`.
  ///
  /// @throws IOException for a type that is not plain numbers or text
  public static NpyType parse(String descr, String source) throws IOException {
    if (descr.contains("O")) {
      throw new IOException(
          "%s holds pickled Python objects (type '%.20s'), which are never loaded: save it again as"
                  .formatted(source, descr)
              + " plain arrays");
    }
    if (descr.length() < 3 || "<>|=".indexOf(descr.charAt(0)) < 0) {
      throw unknown(descr, source);
    }
    char kind = descr.charAt(1);
    int size = size(descr, source);
    boolean known =
        switch (kind) {
          case 'b' -> size == 1;
          case 'i' -> size == 1 || size == 2 || size == 4 || size == 8;
          case 'u' -> size == 1 || size == 2 || size == 4;
          case 'f' -> size == 2 || size == 4 || size == 8;
          case 'U', 'S' -> true;
          default -> false;
        };
    if (!known) {
      throw unknown(descr, source);
    }
    ByteOrder order =
        switch (descr.charAt(0)) {
          case '>' -> ByteOrder.BIG_ENDIAN;
          case '=' -> ByteOrder.nativeOrder();
          default -> ByteOrder.LITTLE_ENDIAN;
        };
    return new NpyType(kind, kind == 'U' ? size * 4 : size, order);
  }

  private static int size(String descr, String source) throws IOException {
    int size = 0;
    for (int i = 2; i < descr.length(); i++) {
      int digit = descr.charAt(i) - '0';
      if (digit < 0 || digit > 9 || size > MAX_TEXT) {
        throw unknown(descr, source);
      }
      size = size * 10 + digit;
    }
    return size;
  }

  private static IOException unknown(String descr, String source) {
    return new IOException(
        "%s has elements of type '%.20s'; b1, i1 to i8, u1 to u4, f2 to f8, U and S are read"
            .formatted(source, descr.replaceAll("\\p{Cntrl}", "?")));
  }

  public boolean isText() {
    return kind == 'U' || kind == 'S';
  }

  /// The spelling NumPy uses.
  @Override
  public String toString() {
    String mark = itemBytes == 1 || kind == 'S' ? "|" : order == ByteOrder.BIG_ENDIAN ? ">" : "<";
    return mark + kind + (kind == 'U' ? itemBytes / 4 : itemBytes);
  }
}
