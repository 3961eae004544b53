package io.atp.io.registry;

import io.atp.core.runtime.Require;
import java.time.Duration;

/// How patient a download is.
///
/// @param connectTimeout until a connection stands
/// @param stallTimeout until the first byte, and between any two pieces
/// @param attempts in a row that bring next to nothing before it gives up
/// @param firstPause before the second attempt; doubled before each further one
public record DownloadConfig(
    Duration connectTimeout, Duration stallTimeout, int attempts, Duration firstPause) {
  public DownloadConfig {
    Require.that(connectTimeout.isPositive(), "connectTimeout must be above 0");
    Require.that(stallTimeout.isPositive(), "stallTimeout must be above 0");
    Require.atLeast("attempts", attempts, 1);
    Require.that(!firstPause.isNegative(), "firstPause must not be below 0");
  }

  public static DownloadConfig defaults() {
    return new DownloadConfig(
        Duration.ofSeconds(20), Duration.ofSeconds(60), 5, Duration.ofSeconds(1));
  }

  Duration pause(int failures) {
    return firstPause.multipliedBy(1L << Math.min(failures - 1, 6));
  }
}
