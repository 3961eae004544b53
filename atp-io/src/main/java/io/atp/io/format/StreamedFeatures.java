package io.atp.io.format;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.NpyHeader;
import io.atp.io.npy.NpyStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A matrix of numbers of any type and size → float32 in memory of the workspace, all finite.
final class StreamedFeatures {
  private static final int PIECE = 1 << 16;

  private StreamedFeatures() {}

  static DenseFeatures read(NpyStream stream, int nodes, Workspace work) throws IOException {
    NpyHeader header = stream.header();
    if (header.rank() != 2
        || header.shape()[0] != nodes
        || header.shape()[1] > Integer.MAX_VALUE - 8) {
      throw new IOException(
          "%s: features have shape %s, graph has %d nodes"
              .formatted(stream.source(), header.shapeText(), nodes));
    }
    MemorySegment data = work.allocateFloats(header.size());
    boolean same = header.type().toString().equals("<f4");
    for (long at = 0; stream.left() > 0; ) {
      NpyArray piece = stream.next(PIECE);
      int length = piece.length();
      if (same) {
        MemorySegment.copy(piece.data(), 0, data, at * Float.BYTES, (long) length * Float.BYTES);
      } else {
        long start = at * Float.BYTES;
        float[] values = piece.toFloats();
        MemorySegment.copy(values, 0, data, ValueLayout.JAVA_FLOAT_UNALIGNED, start, length);
      }
      at += length;
    }
    var features = new DenseFeatures(nodes, (int) header.shape()[1], data);
    FiniteFeatures.require(features, stream.source(), work.workers());
    return features;
  }
}
