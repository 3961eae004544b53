package io.atp.io.json;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

/// Writes values in the one layout of [Json#write].
final class JsonWriter {
  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  static String write(Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value, 0);
    return writer.out.append('\n').toString();
  }

  private void value(Object value, int level) {
    switch (value) {
      case null -> out.append("null");
      case Map<?, ?> map -> object(map, level);
      case Iterable<?> list -> array(list, level);
      case double[] numbers -> array(Arrays.stream(numbers).boxed().toList(), level);
      case long[] numbers -> array(Arrays.stream(numbers).boxed().toList(), level);
      case int[] numbers -> array(Arrays.stream(numbers).boxed().toList(), level);
      case CharSequence text -> string(text);
      case Boolean truth -> out.append(truth.booleanValue());
      case Float number -> out.append(finite(number, Float.isFinite(number)));
      case Double number -> out.append(finite(number, Double.isFinite(number)));
      case Number number -> out.append(number);
      default ->
          throw new IllegalArgumentException(
              "JSON has no form for a %s".formatted(value.getClass().getName()));
    }
  }

  private static String finite(Number number, boolean isFinite) {
    if (!isFinite) {
      throw new IllegalArgumentException("JSON has no form for the number %s".formatted(number));
    }
    return number.toString();
  }

  private void object(Map<?, ?> map, int level) {
    if (map.isEmpty()) {
      out.append("{}");
      return;
    }
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        entries.hasNext(); ) {
      Map.Entry<?, ?> entry = entries.next();
      newLine(level + 1);
      string(entry.getKey().toString());
      out.append(": ");
      value(entry.getValue(), level + 1);
      out.append(entries.hasNext() ? "," : "");
    }
    newLine(level);
    out.append('}');
  }

  /// Arrays of plain values stay on one line: a list of timings reads better so.
  private void array(Iterable<?> list, int level) {
    boolean nested = false;
    for (Object item : list) {
      nested |= item instanceof Map || item instanceof Iterable || isArray(item);
    }
    out.append('[');
    for (Iterator<?> items = list.iterator(); items.hasNext(); ) {
      if (nested) {
        newLine(level + 1);
      }
      value(items.next(), level + 1);
      out.append(!items.hasNext() ? "" : nested ? "," : ", ");
    }
    if (nested) {
      newLine(level);
    }
    out.append(']');
  }

  private static boolean isArray(Object item) {
    return item instanceof double[] || item instanceof long[] || item instanceof int[];
  }

  private void newLine(int level) {
    out.append('\n').repeat("  ", level);
  }

  private void string(CharSequence text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || Character.isSurrogate(c)) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
