package io.atp.core.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The same bytes as an ordinary off-heap segment.
///
/// A mapped segment is of another class than an allocated one. A loop that has met both is compiled
/// with a test of the class at every access, in every loop that shares the accessor: with mapped
/// features a hop, which never touches them, took 0.93 s instead of 0.55 s on a graph of a million
/// nodes. So hot loops are given views of one class only.
public final class NativeView {
  private static final System.Logger LOG = System.getLogger(NativeView.class.getName());

  private NativeView() {}

  /// A view of a mapped segment that lives as long as the arena, which must not outlive the
  /// mapping; any other segment as it is.
  public static MemorySegment of(MemorySegment segment, Arena arena) {
    if (!segment.isMapped() || segment.byteSize() == 0) {
      return segment;
    }
    try {
      return MemorySegment.ofAddress(segment.address())
          .reinterpret(segment.byteSize(), arena, null);
    } catch (IllegalCallerException e) {
      LOG.log(
          System.Logger.Level.INFO,
          "mapped memory is read through slower loops: {0}",
          e.getMessage());
      return segment;
    }
  }
}
