package io.atp.io.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Most memory this process has held resident: `VmHWM` of `/proc/self/status`.
public final class PeakMemory {
  private PeakMemory() {}

  /// Bytes, or null where the system does not say.
  public static Long bytes() {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return null;
    }
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
        }
      }
      return null;
    } catch (IOException e) {
      return null;
    }
  }
}
