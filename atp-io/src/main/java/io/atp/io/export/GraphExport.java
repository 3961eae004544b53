package io.atp.io.export;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FileTrouble;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFile;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// Writes a graph in one of the [ExportFormat]s.
public final class GraphExport {
  private static final int MAX_CLASSES = 1 << 16;

  private GraphExport() {}

  /// @param out a file or folder that does not exist, or an output folder of ours
  /// @throws IOException if it cannot be written whole, or the format cannot hold a value
  public static ExportReport write(GraphData data, ExportFormat format, Path out, Workspace work)
      throws IOException {
    try {
      if (format.folder()) {
        try (OutputFolder folder = OutputFolder.create(out)) {
          ExportReport report = write(data, format, folder, work);
          folder.commit();
          return report;
        }
      }
      requireWritable(data, work);
      try (OutputFile file = OutputFile.create(out)) {
        switch (format) {
          case NPZ -> NpzExport.write(data, file.growing(), work);
          case MTX -> MtxExport.write(data.graph(), file.growing());
          case GRAPHML -> GraphMlExport.write(data, file.growing());
          case NPY, CSV, ONDISK -> throw new IllegalStateException(format + " is a folder");
        }
        file.commit();
      }
      return format == ExportFormat.MTX
          ? MtxExport.report(data, out)
          : ExportReport.of(data, format.word(), format.carried(), out);
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be written");
    }
  }

  /// The same into a folder that the caller commits, perhaps with more files of its own.
  public static ExportReport write(
      GraphData data, ExportFormat format, OutputFolder out, Workspace work) throws IOException {
    Require.that(format.folder(), "%s is one file, not a folder", format.word());
    requireWritable(data, work);
    switch (format) {
      case NPY -> NativeStore.write(out, data, work);
      case CSV -> CsvExport.write(data, out);
      case ONDISK -> OnDiskExport.write(data, out);
      case NPZ, MTX, GRAPHML -> throw new IllegalStateException(format + " is a file");
    }
    return ExportReport.of(data, format.word(), format.carried(), out.path());
  }

  private static void requireWritable(GraphData data, Workspace work) throws IOException {
    if (data.features().isPresent()) {
      FiniteFeatures.require(data.features().get(), data.name(), work.workers());
    }
    int classes = data.labels().map(Labels::classCount).orElse(0);
    if (classes > MAX_CLASSES) {
      throw new IOException(
          "%s has %,d classes; up to %,d are written".formatted(data.name(), classes, MAX_CLASSES));
    }
  }
}
