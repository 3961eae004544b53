package io.atp.io.format;

import io.atp.io.text.CsvRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The `classes.csv` beside tables of nodes and edges: all classes in the order of their numbers,
/// those that no node has included, one a line under a header.
public final class ClassList {
  public static final String FILE = "classes.csv";

  private ClassList() {}

  public static List<String> read(Path file) throws IOException {
    List<String> names = new ArrayList<>();
    try (CsvRecords records = new CsvRecords(file)) {
      records.next();
      for (List<String> record; !(record = records.next()).isEmpty(); ) {
        names.add(record.getLast().strip());
        if (names.size() > CsvRecords.MAX_FIELDS) {
          throw records.wrong("more than %,d classes".formatted(CsvRecords.MAX_FIELDS));
        }
      }
    }
    return names;
  }
}
