package io.atp.core.propagate;

import io.atp.core.runtime.Require;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Columns `[from, to)`.
public record ColumnRange(int from, int to) {
  public ColumnRange {
    Require.that(0 <= from && from < to, "columns %d to %d are no range", from, to);
  }

  public int columns() {
    return to - from;
  }

  /// The columns of `[0, width)` that no range holds, in ranges of at most `most`.
  public static List<ColumnRange> missing(List<ColumnRange> done, int width, int most) {
    List<ColumnRange> sorted = new ArrayList<>(done);
    sorted.sort(Comparator.comparingInt(ColumnRange::from));
    List<ColumnRange> missing = new ArrayList<>();
    int at = 0;
    for (ColumnRange range : sorted) {
      cut(at, range.from(), most, missing);
      at = Math.max(at, range.to());
    }
    cut(at, width, most, missing);
    return missing;
  }

  private static void cut(int from, int to, int most, List<ColumnRange> into) {
    for (int at = from; at < to; at += most) {
      into.add(new ColumnRange(at, Math.min(to, at + most)));
    }
  }
}
