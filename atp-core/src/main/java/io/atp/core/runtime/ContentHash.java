package io.atp.core.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 of what a result is made from, part by part. Each part goes in with its length, so that
/// parts cannot run into each other.
public final class ContentHash {
  private static final long CHUNK = 1 << 26;

  private final MessageDigest digest;

  public ContentHash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  public ContentHash add(MemorySegment bytes) {
    length(bytes.byteSize());
    for (long from = 0; from < bytes.byteSize(); from += CHUNK) {
      long size = Math.min(CHUNK, bytes.byteSize() - from);
      digest.update(bytes.asSlice(from, size).asByteBuffer());
    }
    return this;
  }

  public ContentHash add(double[] values) {
    return addOnHeap(MemorySegment.ofArray(values));
  }

  public ContentHash add(int[] values) {
    return addOnHeap(MemorySegment.ofArray(values));
  }

  public ContentHash add(String text) {
    return add(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)));
  }

  /// Arrays other than of bytes are no byte buffers.
  private ContentHash addOnHeap(MemorySegment values) {
    return add(MemorySegment.ofArray(values.toArray(ValueLayout.JAVA_BYTE)));
  }

  private void length(long bytes) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      digest.update((byte) (bytes >>> shift));
    }
  }

  /// Ends the hash.
  public String text() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
