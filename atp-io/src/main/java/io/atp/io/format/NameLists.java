package io.atp.io.format;

import io.atp.io.json.Json;
import java.io.IOException;
import java.util.List;

/// Names as a JSON list of texts: `["a", "b"]`.
final class NameLists {
  private NameLists() {}

  /// @throws IOException if it is anything else
  static List<String> parse(String text, String source) throws IOException {
    if (Json.parse(text, source) instanceof List<?> list
        && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw new IOException("%s is no list of names".formatted(source));
  }
}
