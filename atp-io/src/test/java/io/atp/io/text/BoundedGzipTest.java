package io.atp.io.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedGzipTest {
  @TempDir Path folder;

  private Path gzip(byte[] piece, int times) throws IOException {
    Path file = folder.resolve("t.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < times; i++) {
        out.write(piece);
      }
    }
    return file;
  }

  @Test
  void ordinaryTextIsGivenBack() throws IOException {
    byte[] text = "1 2\n3 4\n".getBytes(StandardCharsets.US_ASCII);
    try (InputStream in = BoundedGzip.text(gzip(text, 1))) {
      assertThat(in.read()).isEqualTo('1');
      assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(text, 1, text.length));
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void aThousandfoldInflationIsRefused() throws IOException {
    Path file = gzip(new byte[1 << 20], 20);
    assertThatThrownBy(
            () -> {
              try (InputStream in = BoundedGzip.open(file)) {
                in.skipNBytes(20L << 20);
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("t.gz inflates to more than 16,777,216 bytes of text");
  }

  @Test
  void damageIsNamed() throws IOException {
    Path file = gzip(new byte[100_000], 1);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 20));
    assertThatThrownBy(() -> BoundedGzip.open(file).readAllBytes())
        .hasMessageContaining("t.gz is damaged or cut short after ");
    Files.write(file, new byte[] {1, 2, 3});
    assertThatThrownBy(() -> BoundedGzip.open(file)).hasMessageContaining("t.gz is no gzip file");
  }
}
