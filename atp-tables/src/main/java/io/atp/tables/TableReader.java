package io.atp.tables;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Tables with columns as they are inferred: a folder of `edges.*` and perhaps `nodes.*`, or one
/// edge table. A text of two whole numbers a line is left to the reader of edge lists.
///
/// What was inferred is logged; [TableImport] gives it back and takes wishes.
public final class TableReader implements GraphReader {
  private static final System.Logger LOG = System.getLogger(TableReader.class.getName());

  @Override
  public String format() {
    return TableImport.FORMAT;
  }

  @Override
  public boolean accepts(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return TableSource.isFolderOfTables(path);
    }
    Optional<TableFormat> format = TableFormat.of(path);
    if (format.isEmpty() || !Files.isRegularFile(path) || Files.size(path) == 0) {
      return false;
    }
    return switch (format.get()) {
      case PARQUET, JSON -> true;
      case CSV, TSV -> {
        List<String> first = TextHead.of(path, format.get()).first();
        yield first.size() >= 2 && !(isWhole(first.get(0)) && isWhole(first.get(1)));
      }
    };
  }

  private static boolean isWhole(String cell) {
    return !cell.isEmpty() && cell.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    ImportedTables read =
        TableImport.read(TableSource.of(path), TableImportConfig.defaults(), work);
    TableReport report = read.report();
    report.decisions().forEach(decision -> LOG.log(System.Logger.Level.INFO, decision));
    if (report.nodesAdded() > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} nodes occur in edges only and were added; {1} edges name one",
          report.nodesAdded(),
          report.edgesWithAddedNodes());
    }
    return read.data();
  }
}
