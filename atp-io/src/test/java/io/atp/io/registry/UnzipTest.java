package io.atp.io.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnzipTest {
  private static final int CENTRAL_MEMBER = 0x02014b50;

  @TempDir Path temporary;
  private Path into;

  @BeforeEach
  void makeFolder() throws IOException {
    into = Files.createDirectory(temporary.resolve("into"));
  }

  private Path zip(String... names) throws IOException {
    Path archive = temporary.resolve("a.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : names) {
        out.putNextEntry(new ZipEntry(name));
        if (!name.endsWith("/")) {
          out.write(("content of " + name).getBytes());
        }
        out.closeEntry();
      }
    }
    return archive;
  }

  private void refused(Path archive, String sentence) throws IOException {
    assertThatThrownBy(() -> Unzip.into(archive, into))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.zip")
        .hasMessageContaining(sentence);
  }

  private void assertNothingWritten() throws IOException {
    try (Stream<Path> all = Files.walk(temporary)) {
      assertThat(all.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder(temporary.getFileName().toString(), "into", "a.zip");
    }
  }

  @Test
  void foldersAndFilesComeOutAsTheyWentIn() throws IOException {
    Unzip.into(zip("arxiv/", "arxiv/raw/edge.csv.gz", "arxiv/split/time/train.csv.gz"), into);
    assertThat(into.resolve("arxiv/raw/edge.csv.gz"))
        .hasContent("content of arxiv/raw/edge.csv.gz");
    assertThat(into.resolve("arxiv/split/time/train.csv.gz")).isRegularFile();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../evil",
        "a/../../evil",
        "/evil",
        "C:evil",
        "a\\..\\evil",
        "a//b",
        "./a",
        "a\nb"
      })
  void aNameThatLeadsOutIsRefusedBeforeAnythingIsWritten(String name) throws IOException {
    refused(zip("good", name), "points outside");
    assertNothingWritten();
  }

  @Test
  void namesThatDifferInCaseOnlyAreRefused() throws IOException {
    refused(zip("raw/Edge", "raw/edge"), "two members");
    assertNothingWritten();
  }

  @Test
  void aMemberGivenTwiceIsRefused() throws IOException {
    Path archive = zip("same1", "same2");
    replace(archive, "same2", "same1");
    refused(archive, "two members");
  }

  @ParameterizedTest
  @ValueSource(ints = {0xa1ff, 0x1180, 0x2180, 0x6180})
  void linksAndDevicesAreRefused(int mode) throws IOException {
    Path archive = zip("good", "link");
    ByteBuffer bytes = bytes(archive);
    int second = Arrays.stream(members(bytes)).max().orElseThrow();
    bytes.putInt(second + 38, mode << 16);
    Files.write(archive, bytes.array());
    refused(archive, "'link' that is a link or a device");
    assertNothingWritten();
  }

  @Test
  void plainUnixModesAreFine() throws IOException {
    Path archive = zip("good");
    ByteBuffer bytes = bytes(archive);
    bytes.putInt(members(bytes)[0] + 38, 0x81a4 << 16);
    Files.write(archive, bytes.array());
    Unzip.into(archive, into);
    assertThat(into.resolve("good")).isRegularFile();
  }

  @Test
  void anArchiveThatInflatesWithoutEndIsCutShort() throws IOException {
    Path archive = temporary.resolve("a.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(archive))) {
      out.putNextEntry(new ZipEntry("zeros"));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 70; i++) {
        out.write(zeros);
      }
      out.closeEntry();
    }
    assertThat(Files.size(archive)).isLessThan(200_000);
    refused(archive, "inflates");
    assertThat(Files.size(into.resolve("zeros"))).isLessThanOrEqualTo(64 << 20);
  }

  @Test
  void damagedContentsAreNoticed() throws IOException {
    Path archive = temporary.resolve("a.zip");
    byte[] content = DownloadTest.bytes(1000);
    try (var out = new ZipOutputStream(Files.newOutputStream(archive))) {
      out.setMethod(ZipOutputStream.DEFLATED);
      out.setLevel(0);
      out.putNextEntry(new ZipEntry("x"));
      out.write(content);
      out.closeEntry();
    }
    byte[] bytes = Files.readAllBytes(archive);
    bytes[500] ^= 1;
    Files.write(archive, bytes);
    refused(archive, "damaged");
  }

  @Test
  void whatIsNoArchiveIsSaidToBeNone() throws IOException {
    Path archive = Files.write(temporary.resolve("a.zip"), new byte[100]);
    refused(archive, "no whole zip archive");
  }

  private static ByteBuffer bytes(Path archive) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(archive)).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int[] members(ByteBuffer zip) {
    return IntStream.range(0, zip.capacity() - 3)
        .filter(at -> zip.getInt(at) == CENTRAL_MEMBER)
        .toArray();
  }

  /// Both names have the same length.
  private static void replace(Path archive, String from, String to) throws IOException {
    byte[] bytes = Files.readAllBytes(archive);
    byte[] old = from.getBytes();
    for (int at = 0; at + old.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + old.length, old, 0, old.length)) {
        System.arraycopy(to.getBytes(), 0, bytes, at, old.length);
      }
    }
    Files.write(archive, bytes);
  }
}
