package io.atp.io.json;

import java.io.IOException;

/// JSON text ↔ plain Java values.
///
/// Objects are maps in insertion order, arrays are lists; whole numbers come back as `Long`, all
/// others as `Double`.
public final class Json {
  private Json() {}

  /// Two blanks a level, `\n` line ends, keys in the map's own order.
  ///
  /// @param value a Map, Iterable, String, Number, Boolean, null, `double[]`, `long[]` or `int[]`
  /// @throws IllegalArgumentException for NaN, an infinity, or any other type
  public static String write(Object value) {
    return JsonWriter.write(value);
  }

  /// Reads one strict JSON value and nothing after it.
  ///
  /// @param source what to call the text in messages
  /// @throws IOException naming source and line of the first mistake
  public static Object parse(String text, String source) throws IOException {
    return new JsonParser(text, source).parse();
  }
}
