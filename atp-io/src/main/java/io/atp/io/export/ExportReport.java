package io.atp.io.export;

import io.atp.io.dataset.GraphData;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// What was written where, and what the format had no place for.
public record ExportReport(ExportFormat format, Path path, List<ExportPart> leftOut) {
  public ExportReport {
    leftOut = List.copyOf(leftOut);
  }

  static ExportReport of(GraphData data, ExportFormat format, Path path) {
    List<ExportPart> leftOut =
        Arrays.stream(ExportPart.values())
            .filter(part -> part.presentIn(data) && !format.carries(part))
            .filter(
                part -> part != ExportPart.SPARSE_STORAGE || format.carries(ExportPart.FEATURES))
            .filter(part -> part != ExportPart.MORE_SPLITS || format.carries(ExportPart.SPLIT))
            .toList();
    return new ExportReport(format, path, leftOut);
  }

  /// One sentence for each part left out.
  public List<String> sentences() {
    return leftOut.stream()
        .map(part -> "%s has no place for %s".formatted(format.word(), part.words()))
        .toList();
  }
}
