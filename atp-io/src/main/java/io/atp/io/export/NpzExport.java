package io.atp.io.export;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.HalfFeatures;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.npy.NpzWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// An `.npz` in the key layout of the GNN benchmark, of plain arrays only: `adj_*`, `attr_matrix`
/// or `attr_*`, `labels` with `class_names` (−1 is no class), `train_idx` and its like, and
/// `node_ids` where nodes are not called 0 … n−1.
final class NpzExport {
  private final NpzWriter npz;

  private NpzExport(NpzWriter npz) {
    this.npz = npz;
  }

  static void write(GraphData data, Path file, Workspace work) throws IOException {
    try (NpzWriter npz = NpzWriter.create(file);
        Workspace scratch = work.scratch()) {
      NpzExport export = new NpzExport(npz);
      export.adjacency(data.graph(), scratch);
      if (data.features().isPresent()) {
        switch (data.features().get()) {
          case DenseFeatures dense -> export.matrix(dense);
          case HalfFeatures half -> export.matrix(widened(half, scratch));
          case SparseFeatures sparse -> export.sparse(sparse);
          case ComputedFeatures computed -> export.matrix(computed.toDense(scratch));
        }
      }
      if (data.labels().isPresent()) {
        export.labels(data.labels().get());
      }
      if (data.split().isPresent()) {
        export.split(data.split().get());
      }
      export.ids(data, scratch);
    }
  }

  private void adjacency(CsrGraph graph, Workspace scratch) throws IOException {
    MemorySegment ones = scratch.allocateFloats(graph.arcCount());
    for (long arc = 0; arc < graph.arcCount(); arc++) {
      ones.set(ValueLayout.JAVA_FLOAT_UNALIGNED, arc * Float.BYTES, 1);
    }
    int nodes = graph.nodeCount();
    csr("adj", nodes, nodes, graph.offsets(), graph.targets(), ones);
  }

  private void csr(
      String key,
      long rows,
      long columns,
      MemorySegment offsets,
      MemorySegment indices,
      MemorySegment values)
      throws IOException {
    npz.add(key + "_data", "<f4", length(values, Float.BYTES), values);
    npz.add(key + "_indices", "<i4", length(indices, Integer.BYTES), indices);
    npz.add(key + "_indptr", "<i8", length(offsets, Long.BYTES), offsets);
    npz.add(
        key + "_shape", "<i8", new long[] {2}, MemorySegment.ofArray(new long[] {rows, columns}));
  }

  private static long[] length(MemorySegment data, int itemBytes) {
    return new long[] {data.byteSize() / itemBytes};
  }

  private void matrix(DenseFeatures dense) throws IOException {
    npz.add("attr_matrix", "<f4", new long[] {dense.rows(), dense.width()}, dense.data());
  }

  private static DenseFeatures widened(HalfFeatures half, Workspace scratch) {
    MemorySegment data = scratch.allocateFloats((long) half.rows() * half.width());
    DenseFeatures wide = new DenseFeatures(half.rows(), half.width(), data);
    for (int row = 0; row < half.rows(); row++) {
      half.copyRow(row, 0, half.width(), data, wide.at(row, 0));
    }
    return wide;
  }

  private void sparse(SparseFeatures sparse) throws IOException {
    csr("attr", sparse.rows(), sparse.width(), sparse.offsets(), sparse.columns(), sparse.values());
  }

  private void labels(Labels labels) throws IOException {
    ints("labels", labels.values());
    TextArray.of("class_names", labels.allNames().toArray(String[]::new)).writeTo(npz);
  }

  private void split(Split split) throws IOException {
    ints("train_idx", split.train());
    ints("val_idx", split.validation());
    ints("test_idx", split.test());
  }

  private void ints(String key, int[] values) throws IOException {
    npz.add(key, "<i4", new long[] {values.length}, MemorySegment.ofArray(values));
  }

  private void ids(GraphData data, Workspace scratch) throws IOException {
    switch (data.ids()) {
      case NodeIds.Same _ -> {}
      case NodeIds.Numbers numbers ->
          npz.add(
              "node_ids",
              "<i8",
              new long[] {numbers.count()},
              MemorySegment.ofArray(numbers.values()));
      case NodeIds.Names names -> TextArray.of("node_ids", names, scratch).writeTo(npz);
    }
  }
}
