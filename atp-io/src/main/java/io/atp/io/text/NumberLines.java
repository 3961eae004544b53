package io.atp.io.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Lines of numbers, parted by blanks, tabs or commas, parsed from bytes one after the other.
///
/// ```java
/// while (lines.nextLine()) {
///   long source = lines.whole();
///   long target = lines.whole();
///   lines.endLine();
/// }
/// ```
///
/// Blank lines are passed over; lines end in LF or CR LF. Memory is one small buffer whatever the
/// length of a line.
public final class NumberLines implements AutoCloseable {
  private static final int BUFFER = 1 << 16;
  private static final int MAX_TOKEN = 1 << 10;
  private static final int SHOWN = 40;
  private static final long LAST_TENTH = Long.MAX_VALUE / 10;

  private final Path file;
  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;
  private boolean ended;
  private long line;

  private NumberLines(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /// A file of text, gzipped if its name ends in `.gz`.
  public static NumberLines open(Path file) throws IOException {
    return new NumberLines(file, BoundedGzip.text(file));
  }

  public static NumberLines of(Path file, InputStream text) {
    return new NumberLines(file, text);
  }

  /// Leaves the present line for the next one that is not blank.
  public boolean nextLine() throws IOException {
    if (line > 0) {
      restOfLine(null);
    }
    line++;
    while (true) {
      skipBlanks();
      if (!available()) {
        return false;
      }
      if (buffer[at] != '\n') {
        return true;
      }
      at++;
      line++;
    }
  }

  /// Number, from 1, of the present line.
  public long line() {
    return line;
  }

  /// First character of what is left of the line; −1 at its end.
  public int peek() throws IOException {
    skipBlanks();
    return available() && buffer[at] != '\n' ? buffer[at] & 0xFF : -1;
  }

  /// What is left of the line, and goes past it.
  ///
  /// @throws IOException if that is more than `limit` bytes
  public String rest(int limit) throws IOException {
    StringBuilder text = new StringBuilder();
    restOfLine(text);
    if (text.length() > limit) {
      throw wrong("the line is longer than %d bytes".formatted(limit));
    }
    return text.toString().strip();
  }

  /// Passes over the rest; keeps the first kilobytes of it if asked to.
  private void restOfLine(StringBuilder kept) throws IOException {
    while (available() && buffer[at] != '\n') {
      if (kept != null && kept.length() < BUFFER) {
        kept.append((char) (buffer[at] & 0xFF));
      }
      at++;
    }
    if (kept == null && available()) {
      at++;
    }
  }

  /// @throws IOException if anything but blanks is left of the line
  public void endLine() throws IOException {
    if (peek() >= 0) {
      throw wrong("'%s' is left over at the end of the line".formatted(token()));
    }
  }

  /// The next whole number, which may be negative.
  public long whole() throws IOException {
    load();
    int start = at;
    boolean negative = buffer[at] == '-';
    at += negative ? 1 : 0;
    long value = 0;
    int first = at;
    for (int digit; at < end && (digit = buffer[at] - '0') >= 0 && digit <= 9; at++) {
      if (value >= LAST_TENTH && (value > LAST_TENTH || digit > 7)) {
        at = start;
        throw wrong("'%s' is larger than 2^63 - 1".formatted(token()));
      }
      value = value * 10 + digit;
    }
    if (at == first || at < end && !isEnd(buffer[at])) {
      at = start;
      throw wrong("'%s' is not a whole number".formatted(token()));
    }
    passSeparator();
    return negative ? -value : value;
  }

  /// The next number, rounded once to a `double`; `nan` and `inf` are numbers too.
  public double decimal() throws IOException {
    load();
    int start = at;
    int stop = at;
    while (stop < end && !isEnd(buffer[stop])) {
      stop++;
    }
    double value = Decimals.parse(buffer, start, stop);
    if (value != value && !Decimals.isNan(buffer, start, stop)) {
      throw wrong("'%s' is not a number".formatted(token()));
    }
    at = stop;
    passSeparator();
    return value;
  }

  /// Brings the next number into the buffer as a whole.
  private void load() throws IOException {
    if (peek() < 0) {
      throw wrong("a number is missing");
    }
    if (end - at < MAX_TOKEN && !ended) {
      fill();
    }
    int stop = at;
    while (stop < end && !isEnd(buffer[stop])) {
      if (++stop - at == MAX_TOKEN) {
        throw wrong("'%s' is longer than any number".formatted(token()));
      }
    }
    if (stop == at) {
      throw wrong("a number is missing before a comma");
    }
  }

  private void passSeparator() throws IOException {
    skipBlanks();
    if (available() && buffer[at] == ',') {
      at++;
      if (peek() < 0) {
        throw wrong("nothing follows the last comma");
      }
    }
  }

  private void skipBlanks() throws IOException {
    while (available() && isBlank(buffer[at])) {
      at++;
    }
  }

  private boolean available() throws IOException {
    if (at == end && !ended) {
      fill();
    }
    return at < end;
  }

  /// Moves what is left to the front and reads until the buffer is full or the text ends.
  private void fill() throws IOException {
    System.arraycopy(buffer, at, buffer, 0, end - at);
    end -= at;
    at = 0;
    int read = in.readNBytes(buffer, end, BUFFER - end);
    ended = end + read < BUFFER;
    end += read;
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private static boolean isEnd(byte c) {
    return c == ',' || c == '\n' || isBlank(c);
  }

  private String token() {
    int stop = at;
    while (stop < end && stop - at < SHOWN && !isEnd(buffer[stop])) {
      stop++;
    }
    String shown = new String(buffer, at, stop - at, StandardCharsets.UTF_8);
    return shown.replaceAll("\\p{Cntrl}", "?") + (stop - at == SHOWN ? "…" : "");
  }

  /// What is wrong with the present line.
  public IOException wrong(String what) {
    return new IOException("%s, line %d: %s".formatted(file, line, what));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
