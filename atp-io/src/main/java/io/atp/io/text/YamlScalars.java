package io.atp.io.text;

/// Single values of YAML: where they end, and what they say.
final class YamlScalars {
  private YamlScalars() {}

  /// The line up to a `#` that stands outside quotes, at the start or after a blank.
  static String withoutComment(String line) {
    char quote = 0;
    char before = ':'; // the last letter that is no blank: a quote opens a value after : or -
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        if (c == '\\' && quote == '"') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if ((c == '"' || c == '\'') && (before == ':' || before == '-')) {
        quote = c;
      } else if (c == '#' && (i == 0 || line.charAt(i - 1) == ' ' || line.charAt(i - 1) == '\t')) {
        return line.substring(0, i);
      }
      before = c == ' ' || c == '\t' ? before : c;
    }
    return line;
  }

  /// Position of the `:` that ends a key, or −1 if the text is no `key: value`.
  static int keyEnd(String text) {
    if (text.startsWith("\"") || text.startsWith("'")) {
      int end = text.indexOf(text.charAt(0), 1);
      return end > 0 && colon(text, end + 1) ? end + 1 : -1;
    }
    for (int i = 0; i < text.length(); i++) {
      if (colon(text, i)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean colon(String text, int at) {
    return at < text.length()
        && text.charAt(at) == ':'
        && (at + 1 == text.length() || text.charAt(at + 1) == ' ' || text.charAt(at + 1) == '\t');
  }

  /// @throws IllegalArgumentException saying what is not read
  static Yaml.Scalar parse(String text, int line) {
    if (text.isEmpty()) {
      return new Yaml.Scalar("", false, line);
    }
    switch (text.charAt(0)) {
      case '&' -> throw new IllegalArgumentException("an anchor (&) is not read");
      case '*' -> throw new IllegalArgumentException("an alias (*) is not read");
      case '!' -> throw new IllegalArgumentException("a tag (!) is not read");
      case '|', '>' -> throw new IllegalArgumentException("a block scalar is not read");
      case '[', '{', ']', '}', ',' ->
          throw new IllegalArgumentException("values in brackets are not read, but for [] and {}");
      case '?', '%', '@', '`' ->
          throw new IllegalArgumentException(
              "a value that starts with '%c' is not read".formatted(text.charAt(0)));
      case '"' -> {
        return new Yaml.Scalar(doubleQuoted(text), true, line);
      }
      case '\'' -> {
        return new Yaml.Scalar(singleQuoted(text), true, line);
      }
      default -> {}
    }
    if (keyEnd(text) >= 0) {
      throw new IllegalArgumentException("a mapping on the line of its key is not read");
    }
    if (text.startsWith("- ")) {
      throw new IllegalArgumentException("a list on the line of its key is not read");
    }
    return new Yaml.Scalar(text, false, line);
  }

  private static String singleQuoted(String text) {
    StringBuilder built = new StringBuilder();
    for (int i = 1; i < text.length(); i++) {
      if (text.charAt(i) == '\'') {
        if (i + 1 == text.length()) {
          return built.toString();
        }
        if (text.charAt(++i) != '\'') {
          throw new IllegalArgumentException("something follows a closing quote");
        }
      }
      built.append(text.charAt(i));
    }
    throw new IllegalArgumentException("a quote is not closed on its line");
  }

  private static String doubleQuoted(String text) {
    StringBuilder built = new StringBuilder();
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        if (i + 1 < text.length()) {
          throw new IllegalArgumentException("something follows a closing quote");
        }
        return built.toString();
      }
      if (c == '\\') {
        if (++i == text.length()) {
          break;
        }
        c =
            switch (text.charAt(i)) {
              case '"', '\\', '/' -> text.charAt(i);
              case 'n' -> '\n';
              case 't' -> '\t';
              default ->
                  throw new IllegalArgumentException("an escape other than \\\" \\\\ \\/ \\n \\t");
            };
      }
      built.append(c);
    }
    throw new IllegalArgumentException("a quote is not closed on its line");
  }
}
