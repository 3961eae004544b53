package io.atp.io.format;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.text.NumberLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// The edges of an OnDiskDataset: whole numbers as an `.npy` of shape (2, E), or as a CSV of two
/// columns without a header.
record OnDiskEdges(Path folder, int nodes) {
  BuiltGraph read(List<YamlView> items, Workspace work) throws IOException {
    try (Workspace scratch = work.scratch()) {
      GraphBuilder builder = GraphBuilder.undirected(nodes, work);
      for (YamlView item : items) {
        Path file = FolderFile.of(folder, item.requiredText("path"), item.source());
        String format = item.text("format").orElse("csv");
        switch (format) {
          case "numpy" -> builder.add(NpyArcs.map(file, nodes, scratch.arena()));
          case "csv" -> builder.add(csv(file, scratch));
          default ->
              throw item.wrong(
                  "edges in format '%.40s' are not read, but numpy and csv are".formatted(format));
        }
      }
      return builder.build();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private ArcBuffer csv(Path file, Workspace scratch) throws IOException {
    ArcBuffer arcs = new ArcBuffer(scratch);
    try (NumberLines lines = NumberLines.open(file)) {
      while (lines.nextLine()) {
        long source = lines.whole();
        long target = lines.whole();
        lines.endLine();
        if (outside(source) || outside(target)) {
          throw lines.wrong(told(source, target, nodes));
        }
        arcs.add((int) source, (int) target);
      }
    }
    return arcs;
  }

  private boolean outside(long node) {
    return node < 0 || node >= nodes;
  }

  static String told(long source, long target, int nodes) {
    return "edge %d → %d leaves the %d nodes".formatted(source, target, nodes);
  }
}
