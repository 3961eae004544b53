package io.atp.tables;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// The first two rows of a text table, and what parts its cells.
///
/// Decided here and not by DuckDB's sniffer, which would rather read a ragged table as a single
/// column than refuse it.
///
/// @param skipped lines of comment (`#` or `%`) before the first row
/// @param first cells of the first row, never none
/// @param second cells of the second row, or none
record TextHead(char delimiter, int skipped, List<String> first, List<String> second) {
  static final int MAX_COLUMNS = 1 << 14;

  /// DuckDB's own limit of a line.
  private static final int MAX_LINE = 2_000_000;

  private static final String DELIMITERS = ",;\t|";
  private static final Pattern NUMBER =
      Pattern.compile(
          "[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?|(?i)nan|[-+]?inf(inity)?");

  static TextHead of(Path file, TableFormat format) throws IOException {
    byte[] bytes = new byte[2 * MAX_LINE];
    int length;
    try (InputStream in = open(file)) {
      length = in.readNBytes(bytes, 0, bytes.length);
    } catch (ZipException | EOFException e) {
      throw new IOException("%s is no whole gzip file: %s".formatted(file, e.getMessage()), e);
    }
    boolean whole = length < bytes.length;
    int at = length >= 3 && (bytes[0] & 0xFF) == 0xEF && (bytes[1] & 0xFF) == 0xBB ? 3 : 0;
    int skipped = 0;
    while (at < length && (bytes[at] == '#' || bytes[at] == '%')) {
      at = lineEnd(bytes, at, length) + 1;
      skipped++;
    }
    if (at >= length) {
      throw new IOException("%s holds no rows".formatted(file));
    }
    int end = rowEnd(bytes, at, length);
    if (end - at > MAX_LINE || end == length && !whole) {
      throw new IOException("%s has a first row of more than %,d bytes".formatted(file, MAX_LINE));
    }
    String first = decoded(file, bytes, at, end);
    char delimiter = format == TableFormat.TSV ? '\t' : delimiter(first);
    int next = Math.min(length, end + 1);
    int nextEnd = rowEnd(bytes, next, length);
    boolean cut = nextEnd == length && !whole;
    String second = cut ? "" : decoded(file, bytes, next, nextEnd);
    return new TextHead(
        delimiter,
        skipped,
        cells(file, first, delimiter),
        second.isBlank() ? List.of() : cells(file, second, delimiter));
  }

  static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return TableFormat.gzipped(file) ? new GZIPInputStream(in, 1 << 16) : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static int lineEnd(byte[] bytes, int from, int length) {
    int at = from;
    while (at < length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /// The first line end outside quotes.
  private static int rowEnd(byte[] bytes, int from, int length) {
    boolean quoted = false;
    int at = from;
    while (at < length && (quoted || bytes[at] != '\n')) {
      quoted ^= bytes[at] == '"';
      at++;
    }
    return at;
  }

  private static String decoded(Path file, byte[] bytes, int from, int to) throws IOException {
    try {
      String row =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes, from, to - from))
              .toString();
      return row.endsWith("\r") ? row.substring(0, row.length() - 1) : row;
    } catch (CharacterCodingException e) {
      throw new IOException("%s is not UTF-8 text near byte %d".formatted(file, from), e);
    }
  }

  private static char delimiter(String row) {
    int[] counts = new int[DELIMITERS.length()];
    boolean quoted = false;
    for (char c : row.toCharArray()) {
      quoted ^= c == '"';
      int index = DELIMITERS.indexOf(c);
      if (!quoted && index >= 0) {
        counts[index]++;
      }
    }
    int most = 0;
    for (int i = 1; i < counts.length; i++) {
      most = counts[i] > counts[most] ? i : most;
    }
    return DELIMITERS.charAt(most);
  }

  private static List<String> cells(Path file, String row, char delimiter) throws IOException {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i <= row.length(); i++) {
      char c = i < row.length() ? row.charAt(i) : delimiter;
      if (c == '"') {
        boolean doubled = quoted && i + 1 < row.length() && row.charAt(i + 1) == '"';
        if (doubled) {
          cell.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (i == row.length() || c == delimiter && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
        if (cells.size() > MAX_COLUMNS) {
          throw new IOException(
              "%s has more than %,d columns, the most that are read".formatted(file, MAX_COLUMNS));
        }
      } else {
        cell.append(c);
      }
    }
    return cells;
  }

  /// Whether the first row can only be names: above a number stands something that is none.
  boolean startsWithNames() {
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      if (isNumber(second.get(i)) && !first.get(i).isEmpty() && !isNumber(first.get(i))) {
        return true;
      }
    }
    return false;
  }

  /// Whether this is a number as people write it, or as programs write what is none.
  static boolean isNumber(String cell) {
    return NUMBER.matcher(cell).matches();
  }
}
