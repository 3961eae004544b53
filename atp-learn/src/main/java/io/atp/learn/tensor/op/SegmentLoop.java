package io.atp.learn.tensor.op;

import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.Segments;

/// Shares segments out: each belongs to one thread, a chunk holds about equally many rows.
final class SegmentLoop {
  private static final int FLOATS = 1 << 16;

  private SegmentLoop() {}

  static void require(Segments segments, Tensor x) {
    Require.that(
        segments.rows() == x.rows(),
        "segments cover %d rows, the matrix has %d",
        segments.rows(),
        x.rows());
  }

  static void run(Segments segments, int columns, Workers workers, Workers.ChunkBody body) {
    RowChunks chunks =
        RowChunks.of(
            segments.count(), g -> segments.offsets()[g], FLOATS / Math.clamp(columns, 1, FLOATS));
    workers.forEachChunk(
        chunks.count(),
        chunk -> {
          for (int segment = chunks.from(chunk); segment < chunks.to(chunk); segment++) {
            body.run(segment);
          }
        });
  }
}
