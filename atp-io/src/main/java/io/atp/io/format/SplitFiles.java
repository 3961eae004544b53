package io.atp.io.format;

import io.atp.io.dataset.FileTrouble;
import io.atp.io.dataset.Split;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Splits that lie beside a graph, as Geom-GCN publishes them: an `.npz` with `train_mask`,
/// `val_mask` and `test_mask`, a truth value per node.
public final class SplitFiles {
  private static final String KEY = "mask";

  private SplitFiles() {}

  /// The splits of one file, or of every `.npz` of a folder in the order of their names.
  ///
  /// @throws IOException if a file is damaged, or a node is in two parts
  public static List<Split> read(Path path) throws IOException {
    try {
      if (!Files.isDirectory(path)) {
        try (Npz npz = Npz.open(path)) {
          return Masks.read(npz, path, KEY, -1);
        }
      }
      List<Split> splits = new ArrayList<>();
      for (Path file : files(path)) {
        splits.addAll(read(file));
      }
      if (splits.isEmpty()) {
        throw new IOException("%s holds no .npz file of masks".formatted(path));
      }
      return splits;
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be read");
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.npz")) {
      entries.forEach(files::add);
    }
    files.sort(null);
    return files;
  }

  static boolean isSplit(Npz npz) {
    return npz.has("train_" + KEY) && npz.has("val_" + KEY) && npz.has("test_" + KEY);
  }
}
