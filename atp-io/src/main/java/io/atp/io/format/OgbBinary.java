package io.atp.io.format;

import io.atp.core.feature.Features;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.runtime.Workspace;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.NpyHeader;
import io.atp.io.npy.NpyStream;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.util.Optional;

/// The `raw/data.npz` of a large OGB folder (papers100M), streamed: `edge_index` 2 × E,
/// `node_feat`, `node_year`, `num_nodes_list`, `num_edges_list`.
final class OgbBinary {
  private static final int PIECE = 1 << 16;

  private final Npz data;

  OgbBinary(Npz data) {
    this.data = data;
  }

  /// The array `node_label` of `node-label.npz`; NaN is no label.
  static Optional<TargetRows> targets(OgbFiles files) throws IOException {
    if (!files.has("node-label.npz")) {
      return Optional.empty();
    }
    try (Npz npz = Npz.open(files.raw("node-label.npz"));
        NpyStream stream = npz.stream("node_label")) {
      NpyHeader header = stream.header();
      if (header.rank() < 1 || header.rank() > 2) {
        throw new IOException(
            "%s has shape %s, and should have one row a node"
                .formatted(stream.source(), header.shapeText()));
      }
      TargetRows targets =
          new TargetRows(stream.source(), header.rank() == 1 ? 1 : header.shape()[1]);
      while (stream.left() > 0) {
        for (double value : stream.next(PIECE).toDoubles()) {
          targets.add(value);
        }
      }
      return Optional.of(targets);
    }
  }

  Optional<Long> single(String name) throws IOException {
    if (!data.has(name)) {
      return Optional.empty();
    }
    NpyArray list = data.array(name);
    if (list.header().size() != 1) {
      throw new IOException(
          "%s holds %,d numbers; folders of one graph are read"
              .formatted(list.source(), list.header().size()));
    }
    return Optional.of(list.wholeAt(0));
  }

  /// All sources lie before all targets, so the member is read at two places at once.
  void edges(int nodes, ArcBuffer arcs) throws IOException {
    try (NpyStream sources = data.stream("edge_index");
        NpyStream targets = data.stream("edge_index")) {
      NpyHeader header = sources.header();
      if (header.rank() != 2 || header.shape()[0] != 2) {
        throw new IOException(
            "%s has shape %s, and should have two rows"
                .formatted(sources.source(), header.shapeText()));
      }
      long edges = header.shape()[1];
      targets.skip(edges);
      for (long at = 0; at < edges; ) {
        int length = (int) Math.min(PIECE, edges - at);
        NpyArray from = sources.next(length);
        NpyArray to = targets.next(length);
        for (int i = 0; i < length; i++) {
          long source = from.wholeAt(i);
          long target = to.wholeAt(i);
          if (source < 0 || source >= nodes || target < 0 || target >= nodes) {
            throw new IOException(
                "%s: edge %d, %d → %d, names a node outside 0 to %d"
                    .formatted(sources.source(), at + i, source, target, nodes - 1));
          }
          arcs.add((int) source, (int) target);
        }
        at += length;
      }
    }
  }

  Optional<Features> features(int nodes, Workspace work) throws IOException {
    if (!data.has("node_feat")) {
      return Optional.empty();
    }
    try (NpyStream stream = data.stream("node_feat")) {
      return Optional.of(StreamedFeatures.read(stream, nodes, work));
    }
  }

  Optional<int[]> times() throws IOException {
    return data.has("node_year") ? Optional.of(data.array("node_year").toInts()) : Optional.empty();
  }
}
