package io.atp.tables;

import com.sun.management.OperatingSystemMXBean;
import io.atp.core.runtime.Require;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;

/// Which columns are what, and what to do with gaps. A column that is not named is inferred from
/// names and types, and the choice reported.
///
/// @param columns the names the user gave
/// @param header whether text tables start with a line of names; looked at when empty
/// @param strict refuse edges whose nodes are not in the node table, instead of adding those nodes
/// @param missing what an empty feature means
/// @param memoryBytes most memory to use, 0 for what the machine has. Half is DuckDB's; the rest is
///   for the JVM, 8 bytes an edge, the ids and the features. DuckDB is closed before the graph is
///   built, which then has all of it: 32 bytes an edge and 8 a node
/// @param temporary where DuckDB may put what does not fit its memory
public record TableImportConfig(
    Columns columns,
    Optional<Boolean> header,
    boolean strict,
    Missing missing,
    long memoryBytes,
    Path temporary) {
  static final long LEAST_MEMORY = 256L << 20;

  /// Names of columns, as they stand in the tables.
  ///
  /// @param features a pattern with `*` and `?`, such as `f*`, or the name of one column of lists
  public record Columns(
      Optional<String> id,
      Optional<String> src,
      Optional<String> dst,
      Optional<String> label,
      Optional<String> split,
      Optional<String> features) {
    public static final Columns INFERRED =
        new Columns(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }

  /// What an empty feature means.
  public enum Missing {
    /// A mistake: the import ends, naming row and column.
    REFUSED,
    /// Zero, and counted.
    ZERO
  }

  public TableImportConfig {
    Require.that(
        memoryBytes == 0 || memoryBytes >= LEAST_MEMORY,
        "an import of tables needs at least %d MB of memory, the limit is %d MB",
        LEAST_MEMORY >> 20,
        memoryBytes >> 20);
  }

  public static TableImportConfig defaults() {
    return new TableImportConfig(
        Columns.INFERRED,
        Optional.empty(),
        false,
        Missing.REFUSED,
        0,
        Path.of(System.getProperty("java.io.tmpdir")));
  }

  public TableImportConfig withColumns(Columns given) {
    return new TableImportConfig(given, header, strict, missing, memoryBytes, temporary);
  }

  public TableImportConfig withHeader(boolean given) {
    return new TableImportConfig(
        columns, Optional.of(given), strict, missing, memoryBytes, temporary);
  }

  public TableImportConfig withStrict(boolean given) {
    return new TableImportConfig(columns, header, given, missing, memoryBytes, temporary);
  }

  public TableImportConfig withMissing(Missing given) {
    return new TableImportConfig(columns, header, strict, given, memoryBytes, temporary);
  }

  public TableImportConfig withMemoryBytes(long given) {
    return new TableImportConfig(columns, header, strict, missing, given, temporary);
  }

  public TableImportConfig withTemporary(Path given) {
    return new TableImportConfig(columns, header, strict, missing, memoryBytes, given);
  }

  /// What the user allows, or what the machine has.
  long limitBytes() {
    return memoryBytes > 0
        ? memoryBytes
        : ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /// DuckDB's half.
  long databaseBytes() {
    return Math.max(LEAST_MEMORY, limitBytes()) / 2;
  }
}
