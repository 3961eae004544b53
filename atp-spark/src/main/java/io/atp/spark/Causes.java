package io.atp.spark;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;

/// What a task threw, taken out of what Spark wraps around it.
public final class Causes {
  private Causes() {}

  /// The first refusal of ours behind a failure, what Spark says of a table it cannot read, or the
  /// failure itself.
  public static Throwable own(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (isOurs(at)) {
        return at;
      }
      Optional<IOException> table = unreadable(at);
      if (table.isPresent()) {
        return table.get();
      }
      if (at instanceof AnalysisException analysis) {
        return new IllegalArgumentException(firstLine(analysis.getMessage()), analysis);
      }
    }
    return failure;
  }

  /// A table that is not there, or whose bytes are no table: the file is named in what Spark threw.
  private static Optional<IOException> unreadable(Throwable thrown) {
    String condition = thrown instanceof SparkThrowable spark ? spark.getCondition() : null;
    if (condition == null) {
      return Optional.empty();
    }
    Map<String, String> named = ((SparkThrowable) thrown).getMessageParameters();
    String path = named.getOrDefault("path", "a table");
    if (condition.equals("PATH_NOT_FOUND")) {
      return Optional.of(new NoSuchFileException(path));
    }
    if (condition.startsWith("FAILED_READ_FILE")) {
      String reason = firstLine(rootMessage(thrown));
      String sentence = reason.contains(path) ? reason : path + " cannot be read: " + reason;
      return Optional.of(new IOException(sentence, thrown));
    }
    return Optional.empty();
  }

  private static String rootMessage(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
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
