package io.atp.io.format;

import io.atp.core.graph.BuiltGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// An adjacency matrix alone, as `scipy.sparse.save_npz` writes it.
public final class ScipyReader implements GraphReader {
  @Override
  public String format() {
    return "scipy npz";
  }

  @Override
  public boolean accepts(Path path) {
    return NpzParts.hasKeys(path, "format", "shape", "data");
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    BuiltGraph built = ScipyMatrix.graph(path, work);
    return new GraphData(
        path.getFileName().toString().replaceAll("\\.npz$", ""),
        format(),
        built.graph(),
        built.account(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new NodeIds.Same(built.graph().nodeCount()));
  }
}
