package io.atp.io.format;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyHeader;
import io.atp.io.text.NumberLines;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;

/// The edges of an OnDiskDataset: whole numbers as an `.npy` of shape (2, E), or as a CSV of two
/// columns without a header.
record OnDiskEdges(Path folder, int nodes) {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  BuiltGraph read(List<YamlView> items, Workspace work) throws IOException {
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = new ArcBuffer(scratch);
      for (YamlView item : items) {
        Path file = FolderFile.of(folder, item.requiredText("path"), item.source());
        String format = item.text("format").orElse("csv");
        switch (format) {
          case "numpy" -> numpy(file, arcs, scratch);
          case "csv" -> csv(file, arcs);
          default ->
              throw item.wrong(
                  "edges in format '%.40s' are not read, but numpy and csv are".formatted(format));
        }
      }
      return GraphBuilder.undirected(nodes, work).add(arcs).build();
    }
  }

  private void numpy(Path file, ArcBuffer arcs, Workspace scratch) throws IOException {
    Npy.Mapped mapped = Npy.map(file, scratch.arena());
    NpyHeader header = mapped.header();
    int bytes = header.type().itemBytes();
    if (header.rank() != 2 || header.shape()[0] != 2 || header.type().kind() != 'i' || bytes < 4) {
      throw new IOException(
          "%s holds %s of shape %s; <i4 or <i8 of shape (2, edges) is needed"
              .formatted(file, header.type(), header.shapeText()));
    }
    MemorySegment data = mapped.data();
    long edges = header.shape()[1];
    for (long edge = 0; edge < edges; edge++) {
      long source = bytes == 8 ? data.get(LONG, edge * 8) : data.get(INT, edge * 4);
      long at = (edges + edge) * bytes;
      long target = bytes == 8 ? data.get(LONG, at) : data.get(INT, at);
      if (outside(source) || outside(target)) {
        throw new IOException("%s, edge %d: %s".formatted(file, edge, told(source, target)));
      }
      arcs.add((int) source, (int) target);
    }
  }

  private void csv(Path file, ArcBuffer arcs) throws IOException {
    try (NumberLines lines = NumberLines.open(file)) {
      while (lines.nextLine()) {
        long source = lines.whole();
        long target = lines.whole();
        lines.endLine();
        if (outside(source) || outside(target)) {
          throw lines.wrong(told(source, target));
        }
        arcs.add((int) source, (int) target);
      }
    }
  }

  private boolean outside(long node) {
    return node < 0 || node >= nodes;
  }

  private String told(long source, long target) {
    return "edge %d → %d leaves the %d nodes".formatted(source, target, nodes);
  }
}
