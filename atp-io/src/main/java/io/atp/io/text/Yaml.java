package io.atp.io.text;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// A value of the small part of YAML that descriptions of data sets use: mappings and lists by
/// indentation, plain and quoted scalars, comments. Each value knows its line.
public sealed interface Yaml {
  int line();

  /// @param quoted whether the text stood in quotes, so that `null` is a word
  record Scalar(String text, boolean quoted, int line) implements Yaml {
    public boolean isNull() {
      return !quoted && (text.isEmpty() || text.equals("null") || text.equals("~"));
    }
  }

  record Sequence(List<Yaml> items, int line) implements Yaml {}

  /// @param entries in the order of the text
  record Mapping(Map<String, Yaml> entries, int line) implements Yaml {}

  /// Anything outside that part — anchors, aliases, tags, block scalars, values in `[…]` or `{…}`
  /// other than empty ones, a second document, tabs as indentation — is refused.
  ///
  /// @param source what to call the text in messages
  /// @throws IOException naming source and line of the first mistake
  static Yaml parse(String text, String source) throws IOException {
    return new YamlParser(text, source).parse();
  }
}
