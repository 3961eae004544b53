package io.atp.io.pickle;

import java.io.IOException;

/// The values that protocol 0 writes as lines of text.
final class PickleText {
  private static final int MAX_DIGITS = 40;

  private PickleText() {}

  /// `I` also spells truth: `00` and `01`.
  static Object integer(String line, PickleInput in) throws IOException {
    return switch (line) {
      case "00" -> false;
      case "01" -> true;
      default -> number(line, in);
    };
  }

  static Long longInteger(String line, PickleInput in) throws IOException {
    return number(line.endsWith("L") ? line.substring(0, line.length() - 1) : line, in);
  }

  private static Long number(String line, PickleInput in) throws IOException {
    try {
      return Long.valueOf(line);
    } catch (NumberFormatException e) {
      throw in.refused("holds '%.20s', no integer of 64 bits".formatted(line));
    }
  }

  static int index(String line, PickleInput in) throws IOException {
    long index = number(line, in);
    if (index < 0 || index > Integer.MAX_VALUE) {
      throw in.refused("holds %d, no place in the memo".formatted(index));
    }
    return (int) index;
  }

  static Double decimal(String line, PickleInput in) throws IOException {
    try {
      if (line.length() <= MAX_DIGITS) {
        return switch (line) {
          case "inf" -> Double.POSITIVE_INFINITY;
          case "-inf" -> Double.NEGATIVE_INFINITY;
          case "nan" -> Double.NaN;
          default -> Double.valueOf(line);
        };
      }
    } catch (NumberFormatException e) {
      // refused below, like a line that is too long
    }
    throw in.refused("holds '%.20s', no number".formatted(line));
  }

  /// A Python 2 string literal: quotes, and the escapes its `repr` writes.
  static String quoted(String line, PickleInput in) throws IOException {
    int length = line.length();
    if (length < 2
        || line.charAt(0) != line.charAt(length - 1)
        || "'\"".indexOf(line.charAt(0)) < 0) {
      throw in.refused("holds a string without quotes");
    }
    StringBuilder text = new StringBuilder(length);
    for (int i = 1; i < length - 1; i++) {
      char c = line.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escape = ++i < length - 1 ? line.charAt(i) : 0;
      switch (escape) {
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case '\\', '\'', '"' -> text.append(escape);
        case 'x' -> {
          text.append((char) hex(line, i + 1, 2, in));
          i += 2;
        }
        default -> throw in.refused("holds a string with an escape that is not read");
      }
    }
    return text.toString();
  }

  /// Raw unicode: only `\\uXXXX` is an escape.
  static String unicode(String line, PickleInput in) throws IOException {
    StringBuilder text = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      if (line.startsWith("\\u", i)) {
        text.append((char) hex(line, i + 2, 4, in));
        i += 5;
      } else {
        text.append(line.charAt(i));
      }
    }
    return text.toString();
  }

  private static int hex(String line, int from, int count, PickleInput in) throws IOException {
    int code = 0;
    for (int i = from; i < from + count; i++) {
      int digit = i < line.length() ? Character.digit(line.charAt(i), 16) : -1;
      if (digit < 0) {
        throw in.refused("holds a string with a broken escape");
      }
      code = code << 4 | digit;
    }
    return code;
  }
}
