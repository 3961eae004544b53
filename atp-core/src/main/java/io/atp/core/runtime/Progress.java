package io.atp.core.runtime;

/// Hears how far long work has come. Called from one thread at a time, never more often than work
/// chunks end.
@FunctionalInterface
public interface Progress {
  Progress NONE = (step, done, total) -> {};

  /// `done` of `total` units of the named step are finished; the last call of a step has `done ==
  /// total`.
  void report(String step, long done, long total);

  /// The same where units last long.
  ///
  /// @param now what is being done, in a word or two; it may change while the step goes on
  default void report(String step, String now, long done, long total) {
    report(step, done, total);
  }
}
