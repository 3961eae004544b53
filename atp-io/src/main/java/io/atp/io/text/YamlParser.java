package io.atp.io.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads lines by their indentation; see [Yaml] for what is read.
final class YamlParser {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_LENGTH = 4 << 20;

  /// A line with content: its indentation, and the rest without comment and blanks at the end.
  private record Line(int number, int indent, String text) {}

  private final String source;
  private final List<Line> lines = new ArrayList<>();
  private int at;

  YamlParser(String text, String source) throws IOException {
    this.source = source;
    if (text.length() > MAX_LENGTH) {
      throw new IOException(
          "%s holds %,d characters of YAML, more than the %,d allowed"
              .formatted(source, text.length(), MAX_LENGTH));
    }
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = number == 1 && raw.startsWith("\uFEFF") ? raw.substring(1) : raw;
      String content = YamlScalars.withoutComment(line).stripTrailing();
      if (content.isBlank()) {
        continue;
      }
      int indent = 0;
      while (content.charAt(indent) == ' ') {
        indent++;
      }
      if (content.charAt(indent) == '\t') {
        throw wrong(number, "a tab indents the line; use blanks");
      }
      if (content.startsWith("---") || content.startsWith("...") || content.startsWith("%")) {
        if (content.equals("---") && lines.isEmpty()) {
          continue;
        }
        throw wrong(number, "one document without directives is read");
      }
      lines.add(new Line(number, indent, content.substring(indent)));
    }
  }

  Yaml parse() throws IOException {
    if (lines.isEmpty()) {
      return new Yaml.Scalar("", false, 1);
    }
    Yaml value = block(lines.getFirst().indent, 0);
    if (at < lines.size()) {
      throw wrong(lines.get(at).number, "the line does not belong to what stands before it");
    }
    return value;
  }

  /// The value whose lines start at `indent`, from the current line on.
  private Yaml block(int indent, int depth) throws IOException {
    Line line = lines.get(at);
    if (depth > MAX_DEPTH) {
      throw wrong(line.number, "values are nested deeper than " + MAX_DEPTH);
    }
    if (isItem(line.text)) {
      return sequence(indent, depth);
    }
    if (YamlScalars.keyEnd(line.text) >= 0) {
      return mapping(indent, depth);
    }
    at++;
    return scalar(line.text, line.number);
  }

  private static boolean isItem(String text) {
    return text.equals("-") || text.startsWith("- ");
  }

  private Yaml sequence(int indent, int depth) throws IOException {
    List<Yaml> items = new ArrayList<>();
    int first = lines.get(at).number;
    while (at < lines.size() && lines.get(at).indent == indent && isItem(lines.get(at).text)) {
      Line line = lines.get(at);
      String rest = line.text.substring(1);
      int blanks = rest.length() - rest.stripLeading().length();
      if (rest.isBlank()) {
        at++;
        items.add(nested(indent, line.number, depth));
      } else {
        // `- key: value` starts a block of its own where its content stands.
        int inner = indent + 1 + blanks;
        lines.set(at, new Line(line.number, inner, rest.stripLeading()));
        items.add(block(inner, depth + 1));
      }
      requireNoDeeper(indent);
    }
    return new Yaml.Sequence(items, first);
  }

  private Yaml mapping(int indent, int depth) throws IOException {
    Map<String, Yaml> entries = new LinkedHashMap<>();
    int first = lines.get(at).number;
    while (at < lines.size() && lines.get(at).indent == indent && !isItem(lines.get(at).text)) {
      Line line = lines.get(at);
      int keyEnd = YamlScalars.keyEnd(line.text);
      if (keyEnd < 0) {
        throw wrong(line.number, "'key: value' expected");
      }
      Yaml.Scalar key = scalar(line.text.substring(0, keyEnd).strip(), line.number);
      String rest = line.text.substring(keyEnd + 1).strip();
      at++;
      Yaml value =
          rest.isEmpty() ? nestedInMapping(indent, line.number, depth) : inline(rest, line);
      if (entries.put(key.text(), value) != null) {
        throw wrong(line.number, "key '%.40s' is there twice".formatted(key.text()));
      }
      requireNoDeeper(indent);
    }
    return new Yaml.Mapping(entries, first);
  }

  /// The items of a list may stand as far left as the key they belong to.
  private Yaml nestedInMapping(int indent, int number, int depth) throws IOException {
    if (at < lines.size() && lines.get(at).indent == indent && isItem(lines.get(at).text)) {
      return block(indent, depth + 1);
    }
    return nested(indent, number, depth);
  }

  private Yaml nested(int indent, int number, int depth) throws IOException {
    return at < lines.size() && lines.get(at).indent > indent
        ? block(lines.get(at).indent, depth + 1)
        : new Yaml.Scalar("", false, number);
  }

  private void requireNoDeeper(int indent) throws IOException {
    if (at < lines.size() && lines.get(at).indent > indent) {
      throw wrong(lines.get(at).number, "the line is indented more than the one it follows");
    }
  }

  private Yaml inline(String text, Line line) throws IOException {
    return switch (text) {
      case "[]" -> new Yaml.Sequence(List.of(), line.number);
      case "{}" -> new Yaml.Mapping(Map.of(), line.number);
      default -> scalar(text, line.number);
    };
  }

  private Yaml.Scalar scalar(String text, int number) throws IOException {
    try {
      return YamlScalars.parse(text, number);
    } catch (IllegalArgumentException e) {
      throw wrong(number, e.getMessage());
    }
  }

  private IOException wrong(int line, String what) {
    return new IOException("%s, line %d: %s".formatted(source, line, Place.shown(what)));
  }
}
