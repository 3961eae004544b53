package io.atp.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {
  @TempDir Path folder;

  /// A version-1 file with any dictionary and data.
  static byte[] file(String dictionary, byte[] data) {
    byte[] text = dictionary.getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    out.write(text.length);
    out.write(text.length >> 8);
    out.writeBytes(text);
    out.writeBytes(data);
    return out.toByteArray();
  }

  static String dictionary(String descr, boolean fortran, String shape) {
    return "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }"
        .formatted(descr, fortran ? "True" : "False", shape);
  }

  @Test
  void theWriterAlignsDataTo64Bytes() {
    for (long axis : new long[] {0, 1, 99_999, 1L << 40}) {
      assertThat(NpyWriter.header("<f4", axis, axis).length % 64).isZero();
      assertThat(NpyWriter.header("<i8", axis).length % 64).isZero();
    }
  }

  @Test
  void whatIsWrittenIsMappedAndReadBack() throws IOException {
    Path file = folder.resolve("x.npy");
    float[] values = {1, 2, 3, 4, 5, -6.5f};
    NpyWriter.write(file, "<f4", new long[] {3, 2}, MemorySegment.ofArray(values));
    NpyArray read = Npy.read(file);
    assertThat(read.shape()).containsExactly(3, 2);
    assertThat(read.toFloats()).containsExactly(values);
    try (Arena arena = Arena.ofConfined()) {
      DenseFeatures mapped = Npy.mapFloats(file, arena);
      assertThat(mapped.rows()).isEqualTo(3);
      assertThat(mapped.get(2, 1)).isEqualTo(-6.5f);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "|b1, 01, 1",
    "|i1, ff, -1",
    "|u1, ff, 255",
    "<i2, feff, -2",
    ">i2, fffe, -2",
    "<u2, feff, 65534",
    ">u4, fffffffe, 4294967294",
    "<u4, feffffff, 4294967294",
    ">i4, fffffffe, -2",
    "<i8, 0000000000000080, -9223372036854775808",
    ">i8, 0000000000000007, 7"
  })
  void everyWholeNumberTypeIsReadInItsByteOrder(String type, String hex, long value)
      throws IOException {
    byte[] data = HexFormat.of().parseHex(hex);
    NpyArray array = Npy.read(file(dictionary(type, false, "(1,)"), data), "test");
    assertThat(array.toLongs()).containsExactly(value);
  }

  @ParameterizedTest
  @CsvSource({
    "<f2, 003c, 1",
    ">f2, c000, -2",
    "<f4, 0000003f, 0.5",
    ">f4, 3f000000, 0.5",
    ">f8, 3ff8000000000000, 1.5"
  })
  void everyFloatTypeIsReadInItsByteOrder(String type, String hex, double value)
      throws IOException {
    byte[] data = HexFormat.of().parseHex(hex);
    NpyArray array = Npy.read(file(dictionary(type, false, "(1,)"), data), "test");
    assertThat(array.toDoubles()).containsExactly(value);
  }

  @Test
  void fortranOrderIsTurnedIntoRows() throws IOException {
    byte[] columns = {1, 4, 2, 5, 3, 6};
    NpyArray array = Npy.read(file(dictionary("|i1", true, "(2, 3)"), columns), "test");
    assertThat(array.toInts()).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void textIsReadWithoutItsPadding() throws IOException {
    byte[] data = Arrays.copyOf("Grüße".getBytes("UTF-32LE"), 48);
    NpyArray array = Npy.read(file(dictionary("<U6", false, "(2,)"), data), "test");
    assertThat(array.toStrings()).containsExactly("Grüße", "");
    assertThatThrownBy(array::toInts).hasMessageContaining("text");
  }

  @Test
  void versionsTwoAndThreeHaveAFourByteLength() throws IOException {
    byte[] one = file(dictionary("|i1", false, "(1,)"), new byte[] {9});
    for (byte version = 2; version <= 3; version++) {
      ByteBuffer two = ByteBuffer.allocate(one.length + 2).order(ByteOrder.LITTLE_ENDIAN);
      two.put(one, 0, 6).put(version).put((byte) 0).putInt(one.length - 11);
      two.put(one, 10, one.length - 10);
      assertThat(Npy.read(two.array(), "test").toInts()).containsExactly(9);
    }
  }

  @Test
  void aNumberThatDoesNotFitIsRefusedWithItsPlace() throws IOException {
    byte[] data = ByteBuffer.allocate(16).putLong(1).putLong(1L << 40).array();
    NpyArray array = Npy.read(file(dictionary(">i8", false, "(2,)"), data), "big.npy");
    assertThatThrownBy(array::toInts)
        .isInstanceOf(IOException.class)
        .hasMessage("big.npy: element 1 is 1099511627776, outside the range of a 32-bit integer");
    byte[] half = ByteBuffer.allocate(8).putDouble(0.5).array();
    NpyArray fraction = Npy.read(file(dictionary(">f8", false, "(1,)"), half), "half.npy");
    assertThatThrownBy(fraction::toLongs).hasMessageContaining("0.5, not a whole number");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} + x",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4294967296, 4294967296)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f3', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
        "__import__('os').system('true')"
      })
  void aHeaderOutsideTheGrammarIsRefused(String dictionary) {
    assertThatThrownBy(() -> Npy.read(file(dictionary, new byte[4]), "bad.npy"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("bad.npy");
  }

  @Test
  void aHeaderThatLiesAboutTheShapeIsRefusedBeforeAllocation() throws IOException {
    Path file = folder.resolve("lie.npy");
    Files.write(file, file(dictionary("<f8", false, "(1000000000, 1000)"), new byte[8]));
    assertThatThrownBy(() -> Npy.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("cut short");
    try (Arena arena = Arena.ofConfined()) {
      assertThatThrownBy(() -> Npy.map(file, arena)).hasMessageContaining("cut short");
    }
    Files.write(file, file(dictionary("<f8", false, "(1,)"), new byte[9]));
    assertThatThrownBy(() -> Npy.read(file)).hasMessageContaining("holds too much");
  }

  @Test
  void everyTruncationIsRefused() throws IOException {
    byte[] whole = file(dictionary("<i4", false, "(2,)"), new byte[8]);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Npy.read(cut, "cut.npy")).isInstanceOf(IOException.class);
      Path file = folder.resolve("cut.npy");
      Files.write(file, cut);
      assertThatThrownBy(() -> Npy.read(file)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void onlyLittleEndianRowsAreMapped() throws IOException {
    Path file = folder.resolve("y.npy");
    Files.write(file, file(dictionary(">f4", false, "(1, 1)"), new byte[4]));
    try (Arena arena = Arena.ofConfined()) {
      assertThatThrownBy(() -> Npy.mapFloats(file, arena)).hasMessageContaining("little-endian");
      Files.write(file, file(dictionary("<f4", false, "(1,)"), new byte[4]));
      assertThatThrownBy(() -> Npy.mapFloats(file, arena)).hasMessageContaining("two-dimensional");
      Files.write(file, file(dictionary("<f4", false, "(0, 5)"), new byte[0]));
      assertThat(Npy.mapFloats(file, arena).width()).isEqualTo(5);
    }
  }
}
