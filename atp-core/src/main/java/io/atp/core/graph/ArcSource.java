package io.atp.core.graph;

/// Arcs by number, wherever they are: in memory, in a file, or computed when asked for.
///
/// Several threads ask at once, and the same arc may be asked for more than once.
public interface ArcSource {
  /// Numbers run from 0 to here.
  long size();

  /// Writes the arcs numbered `[from, from + count)` as `source << 32 | target` to the front of
  /// `into`.
  ///
  /// @return how many these are: fewer than `count` where some numbers stand for no arc
  int copy(long from, int count, long[] into);

  /// Whether every arc has the same number in each run on the same input. Arcs that were read by
  /// several threads may not; a build that goes on after a stop asks for all of those again.
  default boolean repeatable() {
    return false;
  }

  static long pack(int source, int target) {
    return (long) source << 32 | target & 0xFFFFFFFFL;
  }
}
