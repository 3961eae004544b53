package io.atp.learn.sample;

import io.atp.core.runtime.Require;

/// How many neighbours are drawn of each node, hop by hop from the targets outwards: `10-25` draws
/// ten of each target and 25 of each of those. `all` in place of a number leaves none out.
public final class FanOuts {
  private static final String ALL = "all";
  private final int[] counts;

  private FanOuts(int[] counts) {
    this.counts = counts;
  }

  /// @throws IllegalArgumentException where a part is no number from 1 on
  public static FanOuts parse(String text) {
    String[] parts = text.strip().split("-", -1);
    int[] counts = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      counts[i] = parts[i].strip().equals(ALL) ? Integer.MAX_VALUE : number(parts[i], text);
    }
    return new FanOuts(counts);
  }

  private static int number(String part, String text) {
    try {
      int count = Integer.parseInt(part.strip());
      Require.that(count >= 1, "a fan-out must be at least 1, got %d in '%s'", count, text);
      return count;
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException(
          "fan-outs are numbers from the targets outwards such as 10-25, got '%s'".formatted(text));
    }
  }

  public int layers() {
    return counts.length;
  }

  /// @param hop 0 for the neighbours of targets
  public int of(int hop) {
    return counts[hop];
  }
}
