package io.atp.io.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 of files of any length.
public final class Sha256 {
  private static final int PIECE = 1 << 20;

  private Sha256() {}

  /// Length and checksum of a file, read once from start to end.
  public static FileSummary summary(Path file) throws IOException {
    MessageDigest digest = digest();
    long bytes = 0;
    byte[] piece = new byte[PIECE];
    try (InputStream in = Files.newInputStream(file)) {
      for (int length; (length = in.read(piece)) > 0; ) {
        digest.update(piece, 0, length);
        bytes += length;
      }
    }
    return new FileSummary(bytes, HexFormat.of().formatHex(digest.digest()));
  }

  /// Checksum of a text's UTF-8 bytes.
  public static String of(String text) {
    return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
