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

  static long pack(int source, int target) {
    return (long) source << 32 | target & 0xFFFFFFFFL;
  }
}
