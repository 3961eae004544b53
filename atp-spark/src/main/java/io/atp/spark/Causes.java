package io.atp.spark;

import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.AnalysisException;

/// What a task threw, taken out of what Spark wraps around it.
public final class Causes {
  private Causes() {}

  /// The first refusal of ours behind a failure, an input or file error of the machine's, or the
  /// failure itself.
  public static Throwable own(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (isOurs(at)) {
        return at;
      }
      if (at instanceof AnalysisException analysis) {
        return new IllegalArgumentException(firstLine(analysis.getMessage()), analysis);
      }
    }
    return failure;
  }

  private static boolean isOurs(Throwable thrown) {
    boolean refusal =
        thrown instanceof IllegalArgumentException && !(thrown instanceof NumberFormatException)
            || thrown instanceof IOException;
    return refusal
        && thrown.getStackTrace().length > 0
        && Arrays.stream(thrown.getStackTrace())
            .limit(8)
            .anyMatch(frame -> frame.getClassName().startsWith("io.atp."));
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse(message);
  }
}
