package io.atp.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpzTest {
  @TempDir Path folder;

  private Path zip(String name, byte[] content) throws IOException {
    Path file = folder.resolve("a.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry(name));
      zip.write(content);
    }
    return file;
  }

  @Test
  void whatIsWrittenIsReadBackAndTheBytesRepeat() throws IOException {
    Path file = folder.resolve("w.npz");
    Path again = folder.resolve("again.npz");
    for (Path path : new Path[] {file, again}) {
      try (NpzWriter npz = NpzWriter.create(path)) {
        npz.add("a", "<i4", new long[] {3}, MemorySegment.ofArray(new int[] {1, -2, 3}));
        npz.add("b", "<f8", new long[0], MemorySegment.ofArray(new double[] {0.5}));
      }
    }
    assertThat(Files.mismatch(file, again)).isEqualTo(-1);
    try (Npz npz = Npz.open(file)) {
      assertThat(npz.names()).containsExactly("a", "b");
      assertThat(npz.array("a").toInts()).containsExactly(1, -2, 3);
      assertThat(npz.array("b").toDoubles()).containsExactly(0.5);
      assertThatThrownBy(() -> npz.array("c")).hasMessageContaining("it has a, b");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../up.npy", "/etc/x.npy", "a/../../b.npy", "C:x.npy", "a\\..\\b.npy"})
  void namesThatLeaveTheArchiveAreRefused(String name) throws IOException {
    Path file = zip(name, new byte[0]);
    assertThatThrownBy(() -> Npz.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("points outside");
  }

  @Test
  void aNameTwiceIsRefused() throws IOException {
    Path file = folder.resolve("a.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("xx.npy"));
      zip.putNextEntry(new ZipEntry("xy.npy"));
    }
    byte[] bytes = Files.readAllBytes(file);
    byte[] wanted = "xy.npy".getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i + wanted.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        bytes[i + 1] = 'x';
      }
    }
    Files.write(file, bytes);
    assertThatThrownBy(() -> Npz.open(file)).hasMessageContaining("two members named 'xx.npy'");
  }

  @Test
  void aBombIsRefused() throws IOException {
    String shape = "(%d,)".formatted(100L << 20);
    String dictionary = NpyTest.dictionary("|u1", false, shape);
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    bomb.writeBytes(NpyTest.file(dictionary, new byte[100 << 20]));
    Path file = zip("x.npy", bomb.toByteArray());
    try (Npz npz = Npz.open(file)) {
      assertThatThrownBy(() -> npz.array("x"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("would inflate to 104,857,600 bytes");
    }
  }

  @Test
  void aMemberOfAnotherSizeThanItsHeaderClaimsIsRefused() throws IOException {
    for (int length : new int[] {0, 3, 5, 1000}) {
      Path file =
          zip("x.npy", NpyTest.file(NpyTest.dictionary("|u1", false, "(4,)"), new byte[length]));
      try (Npz npz = Npz.open(file)) {
        assertThatThrownBy(() -> npz.array("x"))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("array 'x'");
      }
    }
  }

  @Test
  void pickledObjectsAreRefusedByKey() throws IOException {
    Path file = zip("meta.npy", NpyTest.file(NpyTest.dictionary("|O", false, "()"), new byte[9]));
    try (Npz npz = Npz.open(file)) {
      assertThatThrownBy(() -> npz.array("meta"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("array 'meta' holds pickled Python objects");
    }
  }

  @Test
  void noZipAndAZipCutShortAreRefused() throws IOException {
    Path file = folder.resolve("a.npz");
    Files.write(file, new byte[0]);
    assertThatThrownBy(() -> Npz.open(file)).hasMessageContaining("no .npz archive");
    Files.writeString(file, "not a zip at all");
    assertThatThrownBy(() -> Npz.open(file)).hasMessageContaining(file.toString());
    byte[] whole = Files.readAllBytes(zip("x.npy", new byte[100]));
    Files.write(file, Arrays.copyOf(whole, whole.length - 10));
    assertThatThrownBy(() -> Npz.open(file)).isInstanceOf(IOException.class);
  }
}
