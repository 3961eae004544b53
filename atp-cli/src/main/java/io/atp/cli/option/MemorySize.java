package io.atp.cli.option;

import io.atp.core.runtime.Require;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes as people type them: `800m`, `4g`, `1.5g`, or plain bytes. A letter stands for a power of
/// 1024.
final class MemorySize {
  private static final Pattern FORM = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?)([kmgt]?)b?");

  private MemorySize() {}

  static long parse(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(java.util.Locale.ROOT));
    Require.that(
        form.matches(), "--memory must be a size such as 4g, 800m or 500000k, got '%s'", text);
    int shift =
        switch (form.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          case "t" -> 40;
          default -> 0;
        };
    BigDecimal bytes = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(1L << shift));
    Require.that(
        bytes.compareTo(BigDecimal.ONE) >= 0
            && bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0,
        "--memory must be more than 0 and less than 8 exbibytes, got '%s'",
        text);
    return bytes.longValue();
  }
}
