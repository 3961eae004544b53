package io.atp.io.dataset;

import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.nio.file.Path;

/// One format. A reader streams, checks sizes before it allocates, and names file and place in
/// every error.
public interface GraphReader {
  /// Short name for messages and records: `planetoid`, `npz`, `edge list`, `store`.
  String format();

  /// Whether this looks like the format, by name and first bytes only.
  boolean accepts(Path path) throws IOException;

  /// Reads it all; memory comes from, and lives as long as, the workspace.
  ///
  /// @throws IOException for anything wrong with the file, in one sentence with file and place
  GraphData read(Path path, Workspace work) throws IOException;
}
