package io.atp.io.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// SHA-256 of files of any length, and CRC-32C of their blocks on the way.
public final class Sha256 {
  private static final int PIECE = 1 << 20; // a part of a block

  private Sha256() {}

  /// Length and checksums of a file, read once from start to end.
  public static FileSummary summary(Path file) throws IOException {
    MessageDigest digest = digest();
    CRC32C block = new CRC32C();
    StringBuilder blocks = new StringBuilder();
    long bytes = 0;
    byte[] piece = new byte[PIECE];
    try (InputStream in = Files.newInputStream(file)) {
      for (int length; (length = in.readNBytes(piece, 0, PIECE)) > 0; ) {
        digest.update(piece, 0, length);
        block.update(piece, 0, length);
        bytes += length;
        if (bytes % FileSummary.BLOCK_BYTES == 0) {
          blocks.append(digits(block));
          block.reset();
        }
      }
    }
    if (bytes % FileSummary.BLOCK_BYTES != 0) {
      blocks.append(digits(block));
    }
    return new FileSummary(bytes, HexFormat.of().formatHex(digest.digest()), blocks.toString());
  }

  private static String digits(CRC32C sum) {
    return HexFormat.of().toHexDigits((int) sum.getValue());
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
