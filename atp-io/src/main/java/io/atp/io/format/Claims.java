package io.atp.io.format;

import java.io.IOException;

/// Sizes a file states without giving the data for them, held against the length of the file.
final class Claims {
  private static final long ALWAYS_ALLOWED = 4L << 20;
  private static final long NODES_PER_BYTE = 64;

  private Claims() {}

  /// A count of nodes costs memory before any of them is seen: up to 4 million, or 64 for each byte
  /// of the file, are believed.
  static int nodes(String source, long nodes, long bytes) throws IOException {
    long allowed =
        Math.min(
            Integer.MAX_VALUE - 8,
            Math.max(ALWAYS_ALLOWED, NODES_PER_BYTE * Math.min(bytes, Integer.MAX_VALUE)));
    if (nodes < 0 || nodes > allowed) {
      throw new IOException(
          "%s tells of %,d nodes; from %,d bytes up to %,d are believed"
              .formatted(source, nodes, bytes, allowed));
    }
    return (int) nodes;
  }
}
