package io.atp.io.format;

import io.atp.core.graph.ArcSource;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// The edges of a mapped `.npy` file of shape (2, E): read where they lie, by as many threads as
/// ask, without a copy of them all.
record NpyArcs(Path file, MemorySegment data, int itemBytes, long size, int nodes)
    implements ArcSource {
  /// @throws IOException if the file holds something else
  static NpyArcs map(Path file, int nodes, Arena arena) throws IOException {
    Npy.Mapped mapped = Npy.map(file, arena);
    NpyHeader header = mapped.header();
    int bytes = header.type().itemBytes();
    if (header.rank() != 2 || header.shape()[0] != 2 || header.type().kind() != 'i' || bytes < 4) {
      throw new IOException(
          "%s holds %s of shape %s; <i4 or <i8 of shape (2, edges) is needed"
              .formatted(file, header.type(), header.shapeText()));
    }
    return new NpyArcs(file, mapped.data(), bytes, header.shape()[1], nodes);
  }

  /// @throws UncheckedIOException naming the first edge of the piece that leaves the nodes
  @Override
  public int copy(long from, int count, long[] into) {
    if (itemBytes == Long.BYTES) {
      long[] targets = new long[count];
      copyLongs(from, into, count);
      copyLongs(size + from, targets, count);
      for (int i = 0; i < count; i++) {
        into[i] = packed(into[i], targets[i], from + i);
      }
    } else {
      int[] sources = new int[count];
      int[] targets = new int[count];
      copyInts(from, sources);
      copyInts(size + from, targets);
      for (int i = 0; i < count; i++) {
        into[i] = packed(sources[i], targets[i], from + i);
      }
    }
    return count;
  }

  private void copyLongs(long from, long[] into, int count) {
    MemorySegment.copy(data, ValueLayout.JAVA_LONG_UNALIGNED, from * Long.BYTES, into, 0, count);
  }

  private void copyInts(long from, int[] into) {
    MemorySegment.copy(
        data, ValueLayout.JAVA_INT_UNALIGNED, from * Integer.BYTES, into, 0, into.length);
  }

  private long packed(long source, long target, long edge) {
    if (source < 0 || source >= nodes || target < 0 || target >= nodes) {
      throw new UncheckedIOException(
          new IOException(
              "%s, edge %d: %s".formatted(file, edge, OnDiskEdges.told(source, target, nodes))));
    }
    return source << 32 | target;
  }
}
