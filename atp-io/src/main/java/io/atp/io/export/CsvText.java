package io.atp.io.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Writes records of a CSV file, quoting a field only where it needs it.
final class CsvText implements AutoCloseable {
  private final BufferedWriter out;
  private boolean started;

  CsvText(Path file) throws IOException {
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
  }

  /// The next field of the record.
  CsvText field(String text) throws IOException {
    if (started) {
      out.write(',');
    }
    started = true;
    if (needsQuotes(text)) {
      out.write('"');
      out.write(text.replace("\"", "\"\""));
      out.write('"');
    } else {
      out.write(text);
    }
    return this;
  }

  private static boolean needsQuotes(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ',' || c == '"' || c == '\n' || c == '\r' || c == '\t' || c == '\uFEFF') {
        return true;
      }
    }
    return false;
  }

  void endRecord() throws IOException {
    out.write('\n');
    started = false;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
