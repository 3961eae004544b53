package io.atp.io.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A strict reader of RFC 8259 text: no comments, no trailing commas, no repeated keys.
final class JsonParser {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_LENGTH = 256 << 20;

  private final String text;
  private final String source;
  private int at;

  JsonParser(String text, String source) {
    this.text = text;
    this.source = source;
  }

  Object parse() throws IOException {
    if (text.length() > MAX_LENGTH) {
      throw new IOException(
          "%s holds %,d characters of JSON, more than the %,d allowed"
              .formatted(source, text.length(), MAX_LENGTH));
    }
    Object value = value(0);
    skipBlanks();
    if (at < text.length()) {
      throw wrong("something follows the end of the value");
    }
    return value;
  }

  private Object value(int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw wrong("values are nested deeper than " + MAX_DEPTH);
    }
    skipBlanks();
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true", Boolean.TRUE);
      case 'f' -> word("false", Boolean.FALSE);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, Object> object(int depth) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    at++;
    skipBlanks();
    if (peek() == '}') {
      at++;
      return map;
    }
    while (true) {
      skipBlanks();
      if (peek() != '"') {
        throw wrong("a key in quotes is missing");
      }
      String key = string();
      skipBlanks();
      expect(':');
      if (map.containsKey(key)) {
        throw wrong("key \"%s\" appears twice".formatted(key));
      }
      map.put(key, value(depth + 1));
      skipBlanks();
      if (peek() == '}') {
        at++;
        return map;
      }
      expect(',');
    }
  }

  private List<Object> array(int depth) throws IOException {
    List<Object> list = new ArrayList<>();
    at++;
    skipBlanks();
    if (peek() == ']') {
      at++;
      return list;
    }
    while (true) {
      list.add(value(depth + 1));
      skipBlanks();
      if (peek() == ']') {
        at++;
        return list;
      }
      expect(',');
    }
  }

  private String string() throws IOException {
    StringBuilder built = new StringBuilder();
    at++;
    while (true) {
      char c = peek();
      at++;
      if (c == '"') {
        return built.toString();
      }
      if (c < ' ') {
        throw wrong("a string holds a bare control character");
      }
      built.append(c == '\\' ? escape() : c);
    }
  }

  private char escape() throws IOException {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int code = 0;
        for (int i = 0; i < 4; i++) {
          int digit = Character.digit(peek(), 16);
          if (digit < 0 || peek() > 'f') {
            throw wrong("\\u needs four hexadecimal digits");
          }
          code = code << 4 | digit;
          at++;
        }
        yield (char) code;
      }
      default -> throw wrong("\\%c is no escape".formatted(c));
    };
  }

  private Object word(String word, Object value) throws IOException {
    if (!text.startsWith(word, at)) {
      throw wrong("a value is misspelt");
    }
    at += word.length();
    return value;
  }

  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
  private Object number() throws IOException {
    int start = at;
    skip('-');
    if (!skip('0')) {
      digits();
    }
    boolean whole = true;
    if (skip('.')) {
      whole = false;
      digits();
    }
    if (skip('e') || skip('E')) {
      whole = false;
      if (!skip('+')) {
        skip('-');
      }
      digits();
    }
    String number = text.substring(start, at);
    try {
      if (whole) {
        return Long.valueOf(number);
      }
      double value = Double.parseDouble(number);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through: a whole number past 64 bits
    }
    throw wrong("number %.40s is out of range".formatted(number));
  }

  private void digits() throws IOException {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == start) {
      throw wrong("a value is missing or misspelt");
    }
  }

  private boolean skip(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void expect(char c) throws IOException {
    if (peek() != c) {
      throw wrong("'%c' expected, '%c' found".formatted(c, peek()));
    }
    at++;
  }

  private char peek() throws IOException {
    if (at >= text.length()) {
      throw wrong("the text ends too early");
    }
    return text.charAt(at);
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private IOException wrong(String what) {
    long line =
        1 + text.substring(0, Math.min(at, text.length())).chars().filter(c -> c == '\n').count();
    return new IOException("%s, line %d: %s".formatted(source, line, what));
  }
}
