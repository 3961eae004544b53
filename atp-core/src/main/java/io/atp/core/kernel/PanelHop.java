package io.atp.core.kernel;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;

/// What one step of a panel works on. A panel is a few columns of all rows, stored row after row
/// without gaps.
///
/// @param offsets where the neighbour list of each row starts in `targets`: longs, one more than
///   rows
/// @param targets neighbour lists: ints, each the number of a row
/// @param factors what each row's sum is multiplied with
/// @param width floats per panel row, 16 or 32: one or two cache lines
/// @param in the panel before the step
/// @param out the panel after the step
/// @param keep share of the row itself that stays
/// @param restart share of the row's start that comes back
/// @param start the panel the walk began with; read only where `restart` is not 0
public record PanelHop(
    MemorySegment offsets,
    MemorySegment targets,
    float[] factors,
    int width,
    MemorySegment in,
    MemorySegment out,
    float keep,
    float restart,
    MemorySegment start) {
  public PanelHop {
    Require.that(width == 16 || width == 32, "a panel is 16 or 32 columns wide, got %d", width);
    long bytes = (long) factors.length * width * Float.BYTES;
    Require.that(
        in.byteSize() == bytes && out.byteSize() == bytes,
        "a panel of %d rows needs %d bytes, got %d in and %d out",
        factors.length,
        bytes,
        in.byteSize(),
        out.byteSize());
  }

  long rowBytes() {
    return (long) width * Float.BYTES;
  }
}
