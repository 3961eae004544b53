package io.atp.bench;

/// What came of asking somebody to do a task.
sealed interface Outcome {
  /// @param who name and version
  /// @param checksum the sum of everything it computed
  record Measured(String who, Timing timing, double checksum) implements Outcome {}

  /// @param reason a sentence, with what to install
  record Skipped(String who, String reason) implements Outcome {}
}
