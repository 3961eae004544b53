package io.atp.io.export;

import io.atp.io.dataset.GraphData;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// What was written where, and what the format had no place for.
///
/// @param format the word for it on a command line: `npz`
public record ExportReport(String format, Path path, List<ExportPart> leftOut) {
  public ExportReport {
    leftOut = List.copyOf(leftOut);
  }

  /// @param carried what the format has a place for
  public static ExportReport of(GraphData data, String format, Set<ExportPart> carried, Path path) {
    List<ExportPart> leftOut =
        Arrays.stream(ExportPart.values())
            .filter(part -> part.presentIn(data) && !carried.contains(part))
            .filter(
                part -> part != ExportPart.SPARSE_STORAGE || carried.contains(ExportPart.FEATURES))
            .filter(part -> part != ExportPart.MORE_SPLITS || carried.contains(ExportPart.SPLIT))
            .filter(part -> part != ExportPart.NODE_ORDER || carried.contains(ExportPart.IDS))
            .filter(part -> part != ExportPart.CLASS_ORDER || carried.contains(ExportPart.LABELS))
            .toList();
    return new ExportReport(format, path, leftOut);
  }

  /// One sentence for each part left out.
  public List<String> sentences() {
    return leftOut.stream()
        .map(part -> "%s has no place for %s".formatted(format, part.words()))
        .toList();
  }
}
