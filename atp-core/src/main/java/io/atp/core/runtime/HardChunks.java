package io.atp.core.runtime;

/// Chunks as hard as they can be for the loops that are cut into them: `-Datp.chunks=hard`, for
/// tests.
///
/// No result depends on which chunk is done first. A loop for which that does not hold fails on
/// large graphs and several threads only, and there now and then. Where chunks are taken last first
/// and hold so few rows that small graphs have many, it fails every time. It is no setting: where
/// rows are cut decides the last bits of some sums.
public final class HardChunks {
  private static final boolean ON = "hard".equals(System.getProperty("atp.chunks"));
  private static final long LITTLE_WORK = 1 << 5;

  private HardChunks() {}

  /// The chunk that comes after `taken` others.
  static int next(int taken, int chunks) {
    return ON ? chunks - 1 - taken : taken;
  }

  /// Of a chunk of rows.
  ///
  /// @param usual where nothing is tried
  public static long work(long usual) {
    return ON ? LITTLE_WORK : usual;
  }
}
