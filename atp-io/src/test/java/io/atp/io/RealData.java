package io.atp.io;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// The public graphs that some tests read; a test is skipped where they are absent.
public final class RealData {
  private RealData() {}

  public static Path path(String relative) {
    Path path = Path.of(System.getProperty("atp.data", "data"), relative);
    Assumptions.assumeTrue(Files.exists(path), "skipped: " + path + " is not here");
    return path;
  }
}
