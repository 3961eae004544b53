package io.atp.io.export;

import static io.atp.io.export.ExportPart.CLASS_ORDER;
import static io.atp.io.export.ExportPart.DIRECTION;
import static io.atp.io.export.ExportPart.FEATURES;
import static io.atp.io.export.ExportPart.IDS;
import static io.atp.io.export.ExportPart.LABELS;
import static io.atp.io.export.ExportPart.MORE_SPLITS;
import static io.atp.io.export.ExportPart.NODE_ORDER;
import static io.atp.io.export.ExportPart.SPARSE_STORAGE;
import static io.atp.io.export.ExportPart.SPLIT;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// The formats that need the JDK alone. All are read back by [io.atp.io.format.GraphFiles].
public enum ExportFormat {
  /// One `.npz` of plain arrays in the key layout of the GNN benchmark.
  NPZ(
      false,
      EnumSet.of(FEATURES, SPARSE_STORAGE, LABELS, SPLIT, IDS, DIRECTION, NODE_ORDER, CLASS_ORDER)),

  /// A folder of `.npy` files with a manifest: the native store.
  NPY(true, EnumSet.allOf(ExportPart.class)),

  /// A folder of `nodes.csv` (id, label, split, f0 …), `edges.csv` (src, dst) and `classes.csv`.
  CSV(
      true,
      EnumSet.of(
          FEATURES, SPARSE_STORAGE, LABELS, SPLIT, MORE_SPLITS, IDS, DIRECTION, CLASS_ORDER)),

  /// One Matrix Market file: the pattern of the adjacency.
  MTX(false, EnumSet.of(DIRECTION)),

  /// A folder for DGL's `OnDiskDataset`.
  ONDISK(
      true,
      EnumSet.of(FEATURES, LABELS, SPLIT, MORE_SPLITS, IDS, DIRECTION, NODE_ORDER, CLASS_ORDER)),

  /// One GraphML file.
  GRAPHML(
      false,
      EnumSet.of(
          FEATURES,
          SPARSE_STORAGE,
          LABELS,
          SPLIT,
          MORE_SPLITS,
          IDS,
          DIRECTION,
          NODE_ORDER,
          CLASS_ORDER));

  private final boolean folder;
  private final Set<ExportPart> carried;

  ExportFormat(boolean folder, EnumSet<ExportPart> carried) {
    this.folder = folder;
    this.carried = Set.copyOf(carried);
  }

  /// Whether the output is a folder, not a file.
  public boolean folder() {
    return folder;
  }

  /// What it has a place for.
  public Set<ExportPart> carried() {
    return carried;
  }

  public boolean carries(ExportPart part) {
    return carried.contains(part);
  }

  /// The word for it on a command line: `npz`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
