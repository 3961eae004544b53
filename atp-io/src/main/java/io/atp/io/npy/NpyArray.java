package io.atp.io.npy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// A small array in memory, its elements in C order, handed out as any Java type that holds them
/// exactly.
///
/// @param source what to call the array in messages: file, or file and key
/// @param data the elements as stored, in the byte order of the header's type
public record NpyArray(String source, NpyHeader header, MemorySegment data) {
  public NpyArray {
    if (data.byteSize() != header.dataBytes()) {
      throw new IllegalArgumentException(
          "%s of shape %s needs %d bytes, got %d"
              .formatted(source, header.shapeText(), header.dataBytes(), data.byteSize()));
    }
  }

  public long[] shape() {
    return header.shape();
  }

  public NpyType type() {
    return header.type();
  }

  /// Number of elements, as an array length.
  public int length() throws IOException {
    // Texts of no length take no bytes, so no file would bound their number.
    if (header.size() > (type().itemBytes() == 0 ? 1 << 16 : Integer.MAX_VALUE - 8)) {
      throw new IOException(
          "%s has %,d elements, more than a Java array holds".formatted(source, header.size()));
    }
    return (int) header.size();
  }

  /// The same, for what is no text.
  private int numbers() throws IOException {
    if (type().isText()) {
      throw new IOException("%s holds text (%s), not numbers".formatted(source, type()));
    }
    return length();
  }

  public int[] toInts() throws IOException {
    int[] values = new int[numbers()];
    for (int i = 0; i < values.length; i++) {
      long value = wholeAt(i);
      if (value != (int) value) {
        throw new IOException(
            "%s: element %d is %d, outside the range of a 32-bit integer"
                .formatted(source, i, value));
      }
      values[i] = (int) value;
    }
    return values;
  }

  public long[] toLongs() throws IOException {
    long[] values = new long[numbers()];
    for (int i = 0; i < values.length; i++) {
      values[i] = wholeAt(i);
    }
    return values;
  }

  public double[] toDoubles() throws IOException {
    double[] values = new double[numbers()];
    for (int i = 0; i < values.length; i++) {
      values[i] = doubleAt(i);
    }
    return values;
  }

  /// Doubles are rounded; a finite one that becomes an infinity is refused.
  public float[] toFloats() throws IOException {
    float[] values = new float[numbers()];
    for (int i = 0; i < values.length; i++) {
      double value = doubleAt(i);
      values[i] = (float) value;
      if (Float.isInfinite(values[i]) && !Double.isInfinite(value)) {
        throw new IOException(
            "%s: element %d is %s, outside the range of a 32-bit float"
                .formatted(source, i, value));
      }
    }
    return values;
  }

  /// Elements of a text type, without the padding.
  public String[] toStrings() throws IOException {
    if (!type().isText()) {
      throw new IOException("%s holds %s, not text".formatted(source, type()));
    }
    Charset charset =
        type().kind() == 'S'
            ? StandardCharsets.ISO_8859_1
            : Charset.forName(type().toString().startsWith(">") ? "UTF-32BE" : "UTF-32LE");
    String[] values = new String[length()];
    byte[] item = new byte[type().itemBytes()];
    for (int i = 0; i < values.length; i++) {
      MemorySegment.copy(data, ValueLayout.JAVA_BYTE, (long) i * item.length, item, 0, item.length);
      String padded = new String(item, charset);
      int end = padded.length();
      while (end > 0 && padded.charAt(end - 1) == 0) {
        end--;
      }
      values[i] = padded.substring(0, end);
    }
    return values;
  }

  /// One element as a whole number, counted in C order.
  public long wholeAt(long index) throws IOException {
    if (type().kind() != 'f') {
      return longAt(index);
    }
    double value = doubleAt(index);
    if (value != Math.rint(value) || Math.abs(value) >= 0x1p63) {
      throw new IOException(
          "%s: element %d is %s, not a whole number".formatted(source, index, value));
    }
    return (long) value;
  }

  private double doubleAt(long index) throws IOException {
    long at = index * type().itemBytes();
    return switch (type().kind()) {
      case 'f' ->
          switch (type().itemBytes()) {
            case 2 ->
                Float.float16ToFloat(
                    data.get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(type().order()), at));
            case 4 -> data.get(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(type().order()), at);
            default -> data.get(ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(type().order()), at);
          };
      default -> longAt(index);
    };
  }

  private long longAt(long index) throws IOException {
    long at = index * type().itemBytes();
    if (type().isText()) {
      throw new IOException("%s holds text (%s), not numbers".formatted(source, type()));
    }
    long signed =
        switch (type().itemBytes()) {
          case 1 -> data.get(ValueLayout.JAVA_BYTE, at);
          case 2 -> data.get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(type().order()), at);
          case 4 -> data.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(type().order()), at);
          default -> data.get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(type().order()), at);
        };
    return switch (type().kind()) {
      case 'b' -> signed == 0 ? 0 : 1;
      case 'u' -> signed & (-1L >>> 64 - 8 * type().itemBytes());
      default -> signed;
    };
  }
}
