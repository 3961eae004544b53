package io.atp.io.text;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Records of a CSV file (RFC 4180), one after the other: fields between commas, or between tabs if
/// the first line has tabs and no comma; `"` around a field that holds a delimiter, a line end or,
/// doubled, a quote. Empty lines are passed over.
public final class CsvRecords implements Place, AutoCloseable {
  public static final int MAX_FIELDS = 1 << 16;
  private static final int MAX_FIELD_CHARS = 1 << 20;
  private static final int MAX_RECORD_CHARS = 1 << 23;
  private static final int END = -1;

  private final Path file;
  private final Reader in;
  private final char[] buffer = new char[1 << 15];
  private final StringBuilder field = new StringBuilder();
  private final List<String> fields = new ArrayList<>();
  private final char delimiter;
  private int at;
  private int filled;
  private long line = 1;
  private long recordLine;
  private int recordChars;

  public CsvRecords(Path file) throws IOException {
    this.file = file;
    this.in = TextFile.utf8(file);
    try {
      fill();
    } catch (IOException e) {
      in.close();
      throw e;
    }
    at = filled > 0 && buffer[0] == '\uFEFF' ? 1 : 0;
    this.delimiter = sniff();
  }

  private char sniff() {
    boolean tabs = false;
    for (int i = 0; i < filled && buffer[i] != '\n' && buffer[i] != '\r'; i++) {
      if (buffer[i] == ',') {
        return ',';
      }
      tabs |= buffer[i] == '\t';
    }
    return tabs ? '\t' : ',';
  }

  /// The fields of the next record, or nothing at the end. The list is filled anew by each call.
  public List<String> next() throws IOException {
    fields.clear();
    recordChars = 0;
    int c = read();
    while (c == '\n' || c == '\r') {
      c = read();
    }
    recordLine = line;
    while (c != END) {
      c = c == '"' ? quoted() : plain(c);
      if (fields.size() == MAX_FIELDS) {
        throw wrong("more than %,d fields".formatted(MAX_FIELDS));
      }
      fields.add(field.toString());
      if (c != delimiter) {
        return fields;
      }
      c = read();
      if (c == END) {
        fields.add("");
      }
    }
    return fields;
  }

  /// From the first character of a field to what ends it, which is given back.
  private int plain(int first) throws IOException {
    field.setLength(0);
    int c = first;
    while (c != delimiter && c != '\n' && c != '\r' && c != END) {
      append(c);
      c = read();
    }
    return c;
  }

  private int quoted() throws IOException {
    field.setLength(0);
    while (true) {
      int c = read();
      if (c == END) {
        throw wrong("a quote is not closed before the file ends");
      }
      if (c == '"') {
        c = read();
        if (c != '"') {
          if (c != delimiter && c != '\n' && c != '\r' && c != END) {
            throw wrong("'%s' follows a closing quote".formatted(shown(c)));
          }
          return c;
        }
      }
      append(c);
    }
  }

  private static String shown(int c) {
    return Character.isISOControl(c) || Character.isSurrogate((char) c)
        ? "\\u%04x".formatted(c)
        : Character.toString(c);
  }

  private void append(int c) throws IOException {
    if (field.length() == MAX_FIELD_CHARS || ++recordChars > MAX_RECORD_CHARS) {
      throw wrong(
          "a field of more than %,d characters, or a record of more than %,d"
              .formatted(MAX_FIELD_CHARS, MAX_RECORD_CHARS));
    }
    field.append((char) c);
  }

  private int read() throws IOException {
    if (at == filled) {
      fill();
      if (filled == 0) {
        return END;
      }
    }
    char c = buffer[at++];
    if (c == '\n') {
      line++;
    }
    return c;
  }

  private void fill() throws IOException {
    try {
      at = 0;
      filled = Math.max(0, in.read(buffer, 0, buffer.length));
    } catch (CharacterCodingException e) {
      throw new IOException("%s, after line %d: the text is not UTF-8".formatted(file, line), e);
    }
  }

  @Override
  public IOException wrong(String what) {
    return new IOException("%s, line %d: %s".formatted(file, recordLine, Place.shown(what)));
  }

  /// The line on which the record given last begins.
  @Override
  public long line() {
    return recordLine;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
