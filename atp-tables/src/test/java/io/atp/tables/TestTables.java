package io.atp.tables;

import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/// Small tables, written as text or by DuckDB itself.
final class TestTables {
  private TestTables() {}

  /// Writes the rows of a query in the format the file's name asks for.
  static Path write(Path file, String query) throws SQLException {
    String options =
        switch (TableFormat.of(file).orElseThrow()) {
          case CSV -> "FORMAT csv, HEADER true";
          case TSV -> "FORMAT csv, HEADER true, DELIMITER '\t'";
          case PARQUET -> "FORMAT parquet";
          case JSON -> "FORMAT json";
        };
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (%s) TO '%s' (%s)".formatted(query, file.toString().replace("'", "''"), options));
    }
    return file;
  }

  static Path text(Path file, String... lines) throws IOException {
    return Files.writeString(file, String.join("\n", lines) + "\n");
  }

  static ImportedTables read(Path path, Workspace work) throws IOException {
    return read(path, TableImportConfig.defaults(), work);
  }

  static ImportedTables read(Path path, TableImportConfig config, Workspace work)
      throws IOException {
    return TableImport.read(TableSource.of(path), config, work);
  }
}
