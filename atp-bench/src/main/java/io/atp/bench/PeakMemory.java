package io.atp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The most memory this process has held, as Linux counts it.
final class PeakMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String LINE = "VmHWM:";

  private PeakMemory() {}

  /// VmHWM in bytes; 0 on systems that do not tell.
  static long bytes() throws IOException {
    if (!Files.exists(STATUS)) {
      return 0;
    }
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(LINE)) {
        return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    return 0;
  }
}
