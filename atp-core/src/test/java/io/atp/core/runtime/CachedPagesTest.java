package io.atp.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedPagesTest {
  /// Whether pages went is the system's affair; the bytes must be the same before and after, on
  /// disk or not yet, and a closed one does nothing.
  @Test
  void bytesStayAsTheyAre(@TempDir Path folder) throws IOException {
    byte[] content = new byte[1 << 20];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) StatelessHash.of(7, i);
    }
    Path file = folder.resolve("naïve name");
    Files.write(file, content);
    CachedPages pages = CachedPages.of(file);
    pages.giveUp(0, content.length);
    assertThat(file).hasBinaryContent(content);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    pages.giveUp(5000, content.length + 5000);
    pages.giveUp(9, 9);
    assertThat(file).hasBinaryContent(content);
    pages.close();
    pages.close();
    pages.giveUp(0, content.length);
    assertThat(file).hasBinaryContent(content);
  }

  @Test
  void aFileThatIsGoneHasNoPages(@TempDir Path folder) {
    try (CachedPages pages = CachedPages.of(folder.resolve("gone"))) {
      pages.giveUp(0, 1);
    }
  }
}
