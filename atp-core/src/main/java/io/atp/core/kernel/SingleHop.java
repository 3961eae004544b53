package io.atp.core.kernel;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A walk of one step over features where they lie: spares the panel they would have been copied
/// to.
///
/// @param offsets where the neighbour list of each row starts in `targets`: longs, one more than
///   rows
/// @param targets neighbour lists: ints, each the number of a row
/// @param enter what each row is multiplied with as it is read
/// @param step what each row's sum is multiplied with
/// @param leave what that is multiplied with as it is stored
/// @param source as many columns of the features as the widest panel has
/// @param out a matrix of the layout of the features
public record SingleHop(
    MemorySegment offsets,
    MemorySegment targets,
    float[] enter,
    float[] step,
    float[] leave,
    RowSource source,
    MemorySegment out) {
  public SingleHop {
    int rows = source.rows();
    Require.that(
        enter.length == rows && step.length == rows && leave.length == rows,
        "%d rows need as many factors, got %d to enter, %d to step and %d to leave",
        rows,
        enter.length,
        step.length,
        leave.length);
    Require.that(
        out.byteSize() >= rows * source.strideBytes(),
        "%d rows of %d floats do not fit into %d bytes",
        rows,
        source.stride(),
        out.byteSize());
  }

  long listStart(int row) {
    return offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) row * Long.BYTES);
  }

  /// Where the columns of a row begin, in source and output.
  long at(int row) {
    return row * source.strideBytes() + source.firstColumnBytes();
  }
}
