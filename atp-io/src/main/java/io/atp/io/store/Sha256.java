package io.atp.io.store;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
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
    Summing sum = new Summing();
    byte[] piece = new byte[PIECE];
    try (InputStream in = Files.newInputStream(file)) {
      for (int length; (length = in.readNBytes(piece, 0, PIECE)) > 0; ) {
        sum.add(piece, length);
      }
    }
    return sum.end();
  }

  /// The same for a file that consists of these bytes, without reading it.
  static FileSummary summary(byte[] header, MemorySegment data) {
    Summing sum = new Summing();
    sum.add(header, header.length);
    byte[] piece = new byte[PIECE];
    for (long done = 0; done < data.byteSize(); ) {
      // So that pieces end where blocks do.
      int length = (int) Math.min(PIECE - sum.bytes % PIECE, data.byteSize() - done);
      MemorySegment.copy(data, done, MemorySegment.ofArray(piece), 0, length);
      sum.add(piece, length);
      if (data.isMapped()) {
        data.asSlice(done, length).unload();
      }
      done += length;
    }
    return sum.end();
  }

  /// Both checksums on their way. A piece never goes over the end of a block.
  private static final class Summing {
    private final MessageDigest digest = digest();
    private final CRC32C block = new CRC32C();
    private final StringBuilder blocks = new StringBuilder();
    private long bytes;

    void add(byte[] piece, int length) {
      digest.update(piece, 0, length);
      block.update(piece, 0, length);
      bytes += length;
      if (bytes % FileSummary.BLOCK_BYTES == 0) {
        blocks.append(digits(block));
        block.reset();
      }
    }

    FileSummary end() {
      if (bytes % FileSummary.BLOCK_BYTES != 0) {
        blocks.append(digits(block));
      }
      return new FileSummary(bytes, HexFormat.of().formatHex(digest.digest()), blocks.toString());
    }
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
