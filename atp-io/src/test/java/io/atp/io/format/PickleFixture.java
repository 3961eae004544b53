package io.atp.io.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Pickles of small arrays and sparse matrices, as Python 2 wrote them, a character per byte.
final class PickleFixture {
  private PickleFixture() {}

  static byte[] bytes(String pickle) {
    return (pickle + ".").getBytes(StandardCharsets.ISO_8859_1);
  }

  /// @param shape as pickled numbers: `I2\nI3\n`
  private static String array(String type, String shape, byte[] data) {
    String raw = new String(data, StandardCharsets.ISO_8859_1);
    ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(data.length);
    return "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n("
        + shape
        + "tcnumpy\ndtype\n(S'%s'\nI0\nI1\ntR(I3\nS'<'\nNNNI-1\nI-1\nI0\ntbI00\nT".formatted(type)
        + new String(length.array(), StandardCharsets.ISO_8859_1)
        + raw
        + "tb";
  }

  static String ints(int... values) {
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      data.putInt(value);
    }
    return array("i4", "I" + values.length + "\n", data.array());
  }

  static String matrix(int rows, int columns, int... values) {
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      data.putInt(value);
    }
    return array("i4", "I%d\nI%d\n".formatted(rows, columns), data.array());
  }

  private static String floats(int count) {
    ByteBuffer data = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      data.putFloat(1 + i);
    }
    return array("f4", "I" + count + "\n", data.array());
  }

  static String csr(int rows, int columns, int[] offsets, int... indices) {
    return "ccopy_reg\n_reconstructor\n(cscipy.sparse.csr\ncsr_matrix\nc__builtin__\nobject\nNtR(d"
        + "S'_shape'\n(I%d\nI%d\nts".formatted(rows, columns)
        + "S'indptr'\n"
        + ints(offsets)
        + "sS'indices'\n"
        + ints(indices)
        + "sS'data'\n"
        + floats(indices.length)
        + "sb";
  }
}
