package io.atp.io.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Makes what was written outlive a power cut.
public final class Fsync {
  private Fsync() {}

  /// Content and length of a file, pages written through a mapping included.
  public static void file(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /// The names in a folder. Systems that cannot open a folder keep names safe by themselves.
  public static void folder(Path folder) throws IOException {
    if (System.getProperty("os.name").startsWith("Windows")) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
