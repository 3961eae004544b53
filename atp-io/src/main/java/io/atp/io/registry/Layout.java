package io.atp.io.registry;

import java.nio.file.Files;
import java.nio.file.Path;

/// How a data set lies on a disk, and so which file tells that it is there.
public enum Layout {
  /// `ind.NAME.x`, `.graph` and so on; the path is their common beginning.
  PLANETOID,
  /// A folder with `raw/` and `split/`, of text or of arrays.
  OGB,
  /// A folder with `adj_full.npz`, `feats.npy`, `class_map.json` and `role.json`.
  GRAPHSAINT,
  /// One file.
  FILE;

  boolean present(Path path) {
    return switch (this) {
      case PLANETOID -> Files.isRegularFile(path.resolveSibling(path.getFileName() + ".graph"));
      case OGB ->
          Files.isRegularFile(path.resolve("raw").resolve("edge.csv.gz"))
              || Files.isRegularFile(path.resolve("raw").resolve("data.npz"));
      case GRAPHSAINT -> Files.isRegularFile(path.resolve("adj_full.npz"));
      case FILE -> Files.isRegularFile(path);
    };
  }
}
