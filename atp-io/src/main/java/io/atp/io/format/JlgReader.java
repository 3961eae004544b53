package io.atp.io.format;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import io.atp.io.text.BoundedGzip;
import io.atp.io.text.NumberLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The format of JuliaGraphs, `.jlg`: gzipped text with a header `nodes,edges,u,name` (`u`
/// undirected, `d` directed), then an edge `i,j` a line, ids from 1.
///
/// One graph a file; directions are dropped, and the numbers of the file kept as names.
public final class JlgReader implements GraphReader {
  private static final int MAX_HEADER = 1 << 10;

  @Override
  public String format() {
    return "jlg";
  }

  @Override
  public boolean accepts(Path path) {
    return Files.isRegularFile(path) && path.getFileName().toString().endsWith(".jlg");
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    try (NumberLines lines = NumberLines.of(path, BoundedGzip.open(path));
        Workspace scratch = work.scratch()) {
      lines.nextLine();
      long told = lines.whole();
      long edges = lines.whole();
      if (!lines.rest(MAX_HEADER).matches("[ud],.*")) {
        throw lines.wrong("the header is not nodes,edges,u,name or nodes,edges,d,name");
      }
      int nodes = Claims.nodes(path + ", line 1", told, Files.size(path));
      ArcBuffer arcs = new ArcBuffer(scratch);
      while (lines.nextLine()) {
        int source = node(lines, nodes);
        int target = node(lines, nodes);
        lines.endLine();
        arcs.add(source, target);
      }
      if (arcs.size() != edges) {
        throw new IOException(
            "%s holds %,d edges, its header tells of %,d".formatted(path, arcs.size(), edges));
      }
      BuiltGraph built = GraphBuilder.undirected(nodes, work).add(arcs).build();
      long[] ids = new long[nodes];
      Arrays.setAll(ids, node -> node + 1L);
      return new GraphData(
          path.getFileName().toString().replaceAll("\\.jlg$", ""),
          format(),
          built.graph(),
          built.account(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new NodeIds.Numbers(ids));
    }
  }

  private static int node(NumberLines lines, int nodes) throws IOException {
    long id = lines.whole();
    if (id < 1 || id > nodes) {
      throw lines.wrong("edge names node %d, outside 1 to %d".formatted(id, nodes));
    }
    return (int) id - 1;
  }
}
