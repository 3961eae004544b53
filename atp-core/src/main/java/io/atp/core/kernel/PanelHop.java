package io.atp.core.kernel;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// What one step of a panel works on. A panel is a few columns of all rows, stored row after row
/// without gaps.
///
/// @param offsets where the neighbour list of each row starts in `targets`: longs, one more than
///   rows
/// @param targets neighbour lists: ints, each the number of a row
/// @param factors what each row's sum is multiplied with
/// @param width floats per panel row: one to four vectors, see [RowKernels#widestPanel]
/// @param in the panel before the step
/// @param out the panel after the step, or a part of it
/// @param outFromRow the row that lies at the start of `out`
/// @param keep share of the row itself that stays
/// @param restart share of the row's start that comes back
/// @param start the panel the walk began with; read only where `restart` is not 0
/// @param half two-byte storage of all three panels, or null for float32; sums are float32 anyway
/// @param listsFromRow the row whose list `offsets` begin with
/// @param longList where the only list of `offsets` comes from, or null where all lie in `targets`
public record PanelHop(
    MemorySegment offsets,
    MemorySegment targets,
    float[] factors,
    int width,
    MemorySegment in,
    MemorySegment out,
    int outFromRow,
    float keep,
    float restart,
    MemorySegment start,
    HalfFormat half,
    int listsFromRow,
    LongList longList) {
  public PanelHop {
    Require.that(
        width >= 4 && Integer.bitCount(width) == 1,
        "the width of a panel is a power of two from 4 on, got %d",
        width);
    long bytes = (long) factors.length * width * (half == null ? Float.BYTES : Short.BYTES);
    Require.that(
        in.byteSize() == bytes && start.byteSize() == bytes,
        "a panel of %d rows needs %d bytes, got %d in and %d at the start",
        factors.length,
        bytes,
        in.byteSize(),
        start.byteSize());
  }

  /// On panels of float32.
  public PanelHop(
      MemorySegment offsets,
      MemorySegment targets,
      float[] factors,
      int width,
      MemorySegment in,
      MemorySegment out,
      int outFromRow,
      float keep,
      float restart,
      MemorySegment start) {
    this(offsets, targets, factors, width, in, out, outFromRow, keep, restart, start, null);
  }

  /// With the lists of all rows.
  public PanelHop(
      MemorySegment offsets,
      MemorySegment targets,
      float[] factors,
      int width,
      MemorySegment in,
      MemorySegment out,
      int outFromRow,
      float keep,
      float restart,
      MemorySegment start,
      HalfFormat half) {
    this(
        offsets, targets, factors, width, in, out, outFromRow, keep, restart, start, half, 0, null);
  }

  /// The same step with the lists of a few rows, which lie elsewhere.
  public PanelHop withLists(
      MemorySegment someOffsets, MemorySegment someTargets, int fromRow, LongList list) {
    return new PanelHop(
        someOffsets,
        someTargets,
        factors,
        width,
        in,
        out,
        outFromRow,
        keep,
        restart,
        start,
        half,
        fromRow,
        list);
  }

  /// The arc where the list of a row begins; that of the next row is where it ends.
  long listStart(int row) {
    return offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) (row - listsFromRow) * Long.BYTES);
  }

  /// The byte of `targets` where the `count` arcs from `arc` on lie, once they do.
  long targetsAt(long arc, int count) {
    return longList == null ? arc * Integer.BYTES : longList.piece((int) arc, count);
  }

  /// Whether a row is its sum and nothing else.
  boolean plain() {
    return keep == 0 && restart == 0;
  }

  long rowBytes() {
    return (long) width * (half == null ? Float.BYTES : Short.BYTES);
  }
}
