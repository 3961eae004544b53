package io.atp.io.format;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

public final class GraphFiles {
  private GraphFiles() {}

  public static List<GraphReader> readers() {
    return List.of();
  }

  public static GraphData read(Path path, Workspace work) throws IOException {
    throw new UnsupportedOperationException();
  }
}
