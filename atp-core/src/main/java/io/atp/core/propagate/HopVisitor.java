package io.atp.core.propagate;

import java.lang.foreign.MemorySegment;

/// Sees every hop on its way, a few rows and a few columns at a time, and keeps of it what it
/// wants.
///
/// Called by several threads at once, each with rows of its own; for one row and panel, hops come
/// in order.
@FunctionalInterface
public interface HopVisitor {
  /// Columns `[fromColumn, fromColumn + columns)` of rows `[from, to)` after `hop` hops.
  ///
  /// @param panel row i begins at float `i · panelWidth` and holds `right_i · X⁽ʰᵒᵖ⁾_i`
  void visit(
      int hop, MemorySegment panel, int panelWidth, int from, int to, int fromColumn, int columns);
}
