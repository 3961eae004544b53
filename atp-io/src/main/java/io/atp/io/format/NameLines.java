package io.atp.io.format;

import io.atp.io.dataset.NameTable;
import io.atp.io.dataset.NodeIds;
import io.atp.io.text.CsvRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Names of nodes, one a line, quoted as in CSV where they need it.
final class NameLines {
  private NameLines() {}

  static NodeIds read(Path file) throws IOException {
    NameTable names = new NameTable();
    try (CsvRecords records = new CsvRecords(file)) {
      for (List<String> record; !(record = records.next()).isEmpty(); ) {
        if (record.size() != 1) {
          throw records.wrong("one name is expected, %d are there".formatted(record.size()));
        }
        int before = names.count();
        if (names.intern(record.getFirst()) != before) {
          throw records.wrong("node '%.80s' is there twice".formatted(record.getFirst()));
        }
      }
      return WholeIds.of(names.ids());
    } catch (IllegalArgumentException e) {
      throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
