package io.atp.io.export;

import io.atp.io.dataset.Labels;
import io.atp.io.format.ClassList;
import io.atp.io.store.OutputFolder;
import java.io.IOException;

/// Writes what [ClassList] reads.
public final class ClassListFile {
  private ClassListFile() {}

  public static void write(Labels labels, OutputFolder out) throws IOException {
    try (CsvText csv = new CsvText(out.newFile(ClassList.FILE))) {
      csv.field("class").endRecord();
      for (String name : labels.allNames()) {
        csv.field(name).endRecord();
      }
    }
  }
}
