package io.atp.io.format;

import java.nio.charset.StandardCharsets;

/// Lines of text → pairs of ids, straight from bytes.
///
/// A line is blank, a comment (`#` or `%` first), or two whole numbers from 0 on, parted by blanks,
/// tabs or a comma; what follows them is ignored.
final class EdgeParser {
  private static final int SHOWN = 40;
  private static final long LAST_TENTH = Long.MAX_VALUE / 10;

  /// Takes the pairs of one chunk.
  @FunctionalInterface
  interface Sink {
    void edge(long source, long target);
  }

  /// A line that is no edge, by its position in the text.
  static final class BadLine extends Exception {
    private static final long serialVersionUID = 1;
    private final long position;

    BadLine(long position, String message) {
      super(message, null, false, false);
      this.position = position;
    }

    long position() {
      return position;
    }
  }

  private final byte[] text;
  private final int end;
  private final long origin;
  private int at;
  private int lineStart;

  private EdgeParser(EdgeText.Piece piece) {
    this.text = piece.bytes();
    this.at = piece.from();
    this.end = piece.to();
    this.origin = piece.origin();
  }

  static void parse(EdgeText.Piece piece, Sink sink) throws BadLine {
    new EdgeParser(piece).lines(sink);
  }

  private void lines(Sink sink) throws BadLine {
    while (at < end) {
      lineStart = at;
      skipBlanks();
      if (at == end) {
        return;
      }
      byte first = text[at];
      if (first == '\n' || first == '\r') {
        at++;
        continue;
      }
      if (first != '#' && first != '%') {
        long source = number();
        skipSeparator();
        long target = number();
        if (at < end && !isSeparator(text[at]) && !isLineEnd(text[at])) {
          throw bad("'%s' is not a whole number".formatted(word()));
        }
        sink.edge(source, target);
      }
      while (at < end && text[at] != '\n' && text[at] != '\r') {
        at++;
      }
      at++;
    }
  }

  private long number() throws BadLine {
    int start = at;
    long value = 0;
    int digit;
    while (at < end && (digit = text[at] - '0') >= 0 && digit <= 9) {
      if (value >= LAST_TENTH && (value > LAST_TENTH || digit > 7)) {
        at = start;
        throw bad("node id %s is larger than 2^63 - 1".formatted(word()));
      }
      value = value * 10 + digit;
      at++;
    }
    if (at == start) {
      throw noNumber();
    }
    return value;
  }

  private BadLine noNumber() {
    if (at == end || isLineEnd(text[at])) {
      return bad("a second node id is missing in '%s'".formatted(line()));
    }
    String word = word();
    return bad(
        word.matches("-[0-9]+")
            ? "node id %s is negative".formatted(word)
            : "'%s' is not a whole number".formatted(word));
  }

  private void skipSeparator() throws BadLine {
    int start = at;
    skipBlanks();
    if (at < end && text[at] == ',') {
      at++;
      skipBlanks();
    }
    if (at == start && at < end && !isLineEnd(text[at])) {
      while (at > lineStart && !isSeparator(text[at - 1])) {
        at--; // show the whole word
      }
      throw bad("'%s' is not a whole number".formatted(word()));
    }
  }

  private void skipBlanks() {
    while (at < end && (text[at] == ' ' || text[at] == '\t')) {
      at++;
    }
  }

  private static boolean isSeparator(byte c) {
    return c == ' ' || c == '\t' || c == ',';
  }

  private static boolean isLineEnd(byte c) {
    return c == '\n' || c == '\r';
  }

  /// The word that holds position `at`, shortened.
  private String word() {
    int from = at;
    while (from > lineStart && !isSeparator(text[from - 1])) {
      from--;
    }
    int to = from;
    while (to < end && !isSeparator(text[to]) && !isLineEnd(text[to])) {
      to++;
    }
    return shown(from, to);
  }

  private String line() {
    int to = lineStart;
    while (to < end && !isLineEnd(text[to])) {
      to++;
    }
    return shown(lineStart, to);
  }

  private String shown(int from, int to) {
    String all = new String(text, from, Math.min(to - from, SHOWN), StandardCharsets.UTF_8);
    return all.replaceAll("\\p{Cntrl}", "?") + (to - from > SHOWN ? "…" : "");
  }

  private BadLine bad(String message) {
    return new BadLine(origin + lineStart, message);
  }
}
