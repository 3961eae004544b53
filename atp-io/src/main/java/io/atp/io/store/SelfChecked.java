package io.atp.io.store;

import io.atp.io.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/// A JSON object that carries a checksum of itself, as its last key: the CRC-32C of its text with
/// zeros in the place of the checksum.
public final class SelfChecked {
  private static final String KEY = "checksum";
  private static final String ZEROS = "00000000";
  private static final Pattern AT_END =
      Pattern.compile("\"" + KEY + "\"\\s*:\\s*\"([0-9a-f]{8})\"\\s*\\}\\s*\\z");

  private SelfChecked() {}

  /// The text of the object with its checksum.
  public static String write(Map<String, ?> object) {
    Map<String, Object> all = new LinkedHashMap<>(object);
    all.put(KEY, ZEROS);
    String text = Json.write(all);
    Matcher place = AT_END.matcher(text);
    if (!place.find()) {
      throw new IllegalStateException("an object ends in its last key");
    }
    return text.substring(0, place.start(1))
        + HexFormat.of().toHexDigits(sum(text))
        + text.substring(place.end(1));
  }

  /// Whether the text is as it was written.
  public static Verdict check(String text) {
    Matcher place = AT_END.matcher(text);
    if (!place.find()) {
      return Verdict.UNCHECKED;
    }
    String zeroed = text.substring(0, place.start(1)) + ZEROS + text.substring(place.end(1));
    return HexFormat.fromHexDigits(place.group(1)) == sum(zeroed) ? Verdict.WHOLE : Verdict.DAMAGED;
  }

  /// What a text says of itself.
  public enum Verdict {
    WHOLE,
    DAMAGED,
    UNCHECKED
  }

  private static int sum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return (int) sum.getValue();
  }
}
