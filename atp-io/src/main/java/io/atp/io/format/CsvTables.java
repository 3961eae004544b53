package io.atp.io.format;

import io.atp.io.text.CsvRecords;
import io.atp.io.text.TextFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The tables of a folder and their headers, which stand in the first line or in a file of their
/// own: `nodes-header.csv` (or `nodes_header.csv`) heads `nodes.csv`, `nodes-1.csv` and the like.
final class CsvTables {
  private static final System.Logger LOG = System.getLogger(CsvTables.class.getName());

  /// Words for a number that is missing or too large, which is a mistake in a feature.
  private static final Set<String> NO_NUMBERS =
      Set.of("nan", "na", "null", "inf", "-inf", "infinity", "-infinity");

  private static final int MAX_FILES = 1 << 12;
  private static final String CLASSES = "classes";

  /// @param headed whether the header is the first record of the file
  record Table(Path file, List<CsvColumn> columns, boolean headed) {
    boolean ofNodes() {
      return columns.stream().anyMatch(column -> column.kind() == CsvColumn.Kind.ID);
    }
  }

  private final List<Table> tables = new ArrayList<>();
  private Optional<Path> classes = Optional.empty();

  private CsvTables() {}

  /// The `.csv` and `.csv.gz` files of a folder, in the order of their names.
  static List<Path> files(Path folder) throws IOException {
    Set<Path> files = new TreeSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.{csv,csv.gz}")) {
      for (Path file : all) {
        if (Files.isRegularFile(file)) {
          files.add(file);
        }
        if (files.size() > MAX_FILES) {
          throw new IOException("%s holds more than %,d tables".formatted(folder, MAX_FILES));
        }
      }
    }
    return List.copyOf(files);
  }

  static CsvTables of(Path folder) throws IOException {
    CsvTables found = new CsvTables();
    TreeMap<String, Path> headers = new TreeMap<>();
    List<Path> files = files(folder);
    for (Path file : files) {
      String title = TextFile.title(file);
      if (title.endsWith("-header") || title.endsWith("_header")) {
        headers.put(title.substring(0, title.length() - "-header".length()), file);
      }
    }
    for (Path file : files) {
      String title = TextFile.title(file);
      if (title.equals(CLASSES)) {
        found.classes = Optional.of(file);
      } else if (!headers.containsValue(file)) {
        Optional<Path> header = headOf(title, headers);
        found.tables.add(new Table(file, columns(header.orElse(file)), header.isEmpty()));
      }
    }
    return found;
  }

  /// The header whose name is the longest that begins this one and ends before no letter.
  private static Optional<Path> headOf(String title, TreeMap<String, Path> headers) {
    for (String prefix : headers.descendingKeySet()) {
      if (title.startsWith(prefix)
          && (title.length() == prefix.length()
              || !Character.isLetter(title.charAt(prefix.length())))) {
        return Optional.of(headers.get(prefix));
      }
    }
    return Optional.empty();
  }

  private static List<CsvColumn> columns(Path header) throws IOException {
    try (CsvRecords records = new CsvRecords(header)) {
      List<String> fields = records.next();
      List<CsvColumn> columns = CsvColumn.header(fields, records::wrong);
      return CsvColumn.isTyped(fields) ? columns : withoutTexts(columns, records.next(), header);
    }
  }

  /// Of plain columns nothing says that they are numbers. One that starts with a text is no
  /// feature.
  private static List<CsvColumn> withoutTexts(
      List<CsvColumn> columns, List<String> first, Path file) {
    List<CsvColumn> kept = new ArrayList<>(columns);
    for (int i = 0; i < Math.min(kept.size(), first.size()); i++) {
      if (kept.get(i).kind() == CsvColumn.Kind.FEATURE && isText(first.get(i).strip())) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0}: column ''{1}'' holds texts and is passed over",
            file,
            kept.get(i).name());
        kept.set(i, kept.get(i).ignored());
      }
    }
    return kept;
  }

  private static boolean isText(String cell) {
    return !cell.isEmpty()
        && Float.isNaN(Numbers.decimal(cell))
        && cell.chars().noneMatch(c -> c >= '0' && c <= '9')
        && !NO_NUMBERS.contains(cell.toLowerCase(Locale.ROOT));
  }

  List<Table> nodes() {
    return tables.stream().filter(Table::ofNodes).toList();
  }

  List<Table> edges() {
    return tables.stream().filter(table -> !table.ofNodes()).toList();
  }

  /// The file that lists the classes, one a line under a header, if there is one.
  Optional<Path> classes() {
    return classes;
  }
}
