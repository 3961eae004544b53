package io.atp.tables;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How a table is written in a file, told by the end of its name. All but Parquet may be gzipped,
/// with `.gz` after it.
public enum TableFormat {
  CSV(".csv"),
  TSV(".tsv", ".tab"),
  PARQUET(".parquet", ".pq"),
  JSON(".jsonl", ".ndjson", ".json");

  private final List<String> extensions;

  TableFormat(String... extensions) {
    this.extensions = List.of(extensions);
  }

  /// The usual one, with its dot.
  public String extension() {
    return extensions.getFirst();
  }

  /// @return empty if the name has the extension of no table
  public static Optional<TableFormat> of(Path file) {
    String stem = stem(file);
    for (TableFormat format : values()) {
      boolean zipped = gzipped(file);
      if (format.extensions.stream().anyMatch(stem::endsWith) && !(zipped && format == PARQUET)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  static boolean gzipped(Path file) {
    return lower(file).endsWith(".gz");
  }

  /// The file's name in lower case without `.gz`.
  private static String stem(Path file) {
    String name = lower(file);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  private static String lower(Path file) {
    Path name = file.getFileName();
    return name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
  }
}
