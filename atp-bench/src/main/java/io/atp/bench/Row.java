package io.atp.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/// One line of the table.
///
/// @param task what was done
/// @param who by whom
/// @param timing null where it was skipped
/// @param ratio how many times faster ours was, by best trial; NaN for ours and where results
///   differ
/// @param target the ratio asked for; NaN where none is
/// @param note bandwidth, agreement, or why it was skipped
record Row(String task, String who, Timing timing, double ratio, double target, String note) {
  static Row ours(String task, Timing timing, String note) {
    return new Row(task, "atp", timing, Double.NaN, Double.NaN, note);
  }

  static Row skipped(String task, String who, String reason) {
    return new Row(task, who, null, Double.NaN, Double.NaN, "skipped: " + reason);
  }

  /// A peer beside ours: its ratio counts only where the results agree.
  static Row peer(
      String task, Outcome outcome, Timing ours, double target, Agreement.Check agreement) {
    return switch (outcome) {
      case Outcome.Skipped(String who, String reason) -> skipped(task, who, reason);
      case Outcome.Measured(String who, Timing timing, double _) -> {
        Agreement found = agreement.check();
        double ratio = found.holds() ? timing.best() / ours.best() : Double.NaN;
        yield new Row(task, who, timing, ratio, target, found.toString());
      }
    };
  }

  /// The same with more to say.
  Row noting(String more) {
    return new Row(task, who, timing, ratio, target, note + ", " + more);
  }

  boolean hasRatio() {
    return !Double.isNaN(ratio);
  }

  boolean meetsTarget() {
    return Double.isNaN(target) || ratio >= target;
  }

  /// task, who, best, median, ratio, target, note; empty where there is none.
  String[] cells() {
    return new String[] {
      task,
      who,
      timing == null ? "" : seconds(timing.best()),
      timing == null ? "" : seconds(timing.median()),
      hasRatio() ? "%.1f×".formatted(ratio) : "",
      Double.isNaN(target) || !hasRatio()
          ? ""
          : "≥ %s× %s".formatted(plain(target), meetsTarget() ? "met" : "missed"),
      note
    };
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("task", task);
    json.put("who", who);
    json.put("seconds", timing == null ? null : timing.seconds());
    json.put("ratio", hasRatio() ? ratio : null);
    json.put("target", Double.isNaN(target) ? null : target);
    json.put("note", note);
    return json;
  }

  private static String seconds(double value) {
    return value < 0.01 ? "%.2f ms".formatted(value * 1e3) : "%.3f s".formatted(value);
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? Integer.toString((int) value)
        : Double.toString(Math.rint(100 * value) / 100);
  }
}
