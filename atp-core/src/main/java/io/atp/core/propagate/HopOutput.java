package io.atp.core.propagate;

import java.lang.foreign.MemorySegment;

/// Where results go: the row-major float32 destination of each output matrix, in memory or mapped
/// from a file.
@FunctionalInterface
public interface HopOutput {
  /// Destination of hop `index`, or of the only result as index 0. Asked once per index, before any
  /// work.
  MemorySegment destination(int index);
}
