package io.atp.io.json;

import io.atp.io.text.Decimals;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Walks through a JSON file of any size without holding it: objects, arrays and numbers, in the
/// order they stand there.
///
/// ```java
/// json.beginObject();
/// while (json.nextKey()) {
///   String key = json.key();
///   double value = json.number();
/// }
/// json.end();
/// ```
public final class JsonCursor implements AutoCloseable {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_TOKEN = 1 << 10;

  private final Path file;
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private final byte[] token = new byte[MAX_TOKEN];
  private final boolean[] begun = new boolean[MAX_DEPTH];
  private int at;
  private int end;
  private int depth;
  private long line = 1;
  private String key;

  private JsonCursor(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  public static JsonCursor open(Path file) throws IOException {
    return new JsonCursor(file, Files.newInputStream(file));
  }

  public void beginObject() throws IOException {
    begin('{', "an object");
  }

  public void beginArray() throws IOException {
    begin('[', "an array");
  }

  /// Whether an array comes next.
  public boolean atArray() throws IOException {
    return peek() == '[';
  }

  private void begin(char bracket, String what) throws IOException {
    if (peek() != bracket) {
      throw wrong("%s should stand here".formatted(what));
    }
    if (depth == MAX_DEPTH) {
      throw wrong("values are nested deeper than %d".formatted(MAX_DEPTH));
    }
    at++;
    begun[depth++] = false;
  }

  /// Goes to the next entry of the object; at its last, leaves the object.
  public boolean nextKey() throws IOException {
    if (!nextItem('}')) {
      return false;
    }
    key = string();
    if (peek() != ':') {
      throw wrong("':' is missing after \"%.40s\"".formatted(key));
    }
    at++;
    return true;
  }

  public String key() {
    return key;
  }

  /// Goes to the next element of the array; at its last, leaves the array.
  public boolean nextItem() throws IOException {
    return nextItem(']');
  }

  private boolean nextItem(char close) throws IOException {
    int next = peek();
    if (next == close) {
      at++;
      depth--;
      return false;
    }
    if (begun[depth - 1]) {
      if (next != ',') {
        throw wrong("',' or '%c' is missing".formatted(close));
      }
      at++;
    }
    begun[depth - 1] = true;
    return true;
  }

  public double number() throws IOException {
    int length = 0;
    for (int c = peek(); c >= 0 && "+-.eE0123456789".indexOf(c) >= 0; c = current()) {
      length = append(length, c);
    }
    double value = Decimals.parse(token, 0, length);
    if (length == 0 || Double.isNaN(value)) {
      throw wrong("a number should stand here");
    }
    return value;
  }

  /// A number that fits an `int`.
  public int whole() throws IOException {
    double value = number();
    if (value != (int) value) {
      throw wrong("%s is no whole number of 32 bits".formatted(value));
    }
    return (int) value;
  }

  private String string() throws IOException {
    if (peek() != '"') {
      throw wrong("a key in quotes is missing");
    }
    at++;
    int length = 0;
    for (int c = current(); c != '"'; c = current()) {
      if (c < ' ' || c == '\\') {
        throw wrong("a key is cut short, or holds an escape or a control character");
      }
      length = append(length, c);
    }
    at++;
    return new String(Arrays.copyOf(token, length), StandardCharsets.UTF_8);
  }

  private int append(int length, int c) throws IOException {
    if (length == MAX_TOKEN) {
      throw wrong("a word is longer than %,d bytes".formatted(MAX_TOKEN));
    }
    token[length] = (byte) c;
    at++;
    return length + 1;
  }

  /// @throws IOException if anything follows
  public void end() throws IOException {
    if (peek() >= 0) {
      throw wrong("something follows the end of the value");
    }
  }

  /// The next character that is no blank, or −1.
  private int peek() throws IOException {
    int c = current();
    while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      line += c == '\n' ? 1 : 0;
      at++;
      c = current();
    }
    return c;
  }

  private int current() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(buffer));
    }
    return at < end ? buffer[at] & 0xFF : -1;
  }

  /// What is wrong at this place.
  public IOException wrong(String what) {
    return new IOException("%s, line %d: %s".formatted(file, line, what));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
