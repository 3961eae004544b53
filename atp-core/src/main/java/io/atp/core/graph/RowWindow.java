package io.atp.core.graph;

import io.atp.core.kernel.GapLists;
import io.atp.core.kernel.LongList;
import io.atp.core.kernel.PanelHop;
import io.atp.core.kernel.RowKernels;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A few rows of a [CompressedTopology] at a time, unpacked into buffers that stay in the cache.
/// One thread uses it at a time.
///
/// A row that does not fit the buffer is a window of its own, which a kernel reads piece by piece:
/// so neighbours are added in the order, and in the parts, they would be without compression.
public final class RowWindow implements LongList {
  private static final int MOST_ROWS = 1 << 9;
  private static final int MOST_ARCS = 1 << 12;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private final CompressedTopology topology;
  private final MemorySegment packed;
  private final RowKernels kernels;
  private final MemorySegment offsets;
  private final MemorySegment targets;

  private int from; // first row of the window
  private int to; // and one past its last, which begins at
  private long next;
  private long listAt; // of a list that is read by pieces: its first byte
  private boolean byPieces;
  private int last; // neighbour of the piece before

  public RowWindow(CompressedTopology topology, RowKernels kernels, Workspace memory) {
    this.topology = topology;
    this.packed = topology.packed();
    this.kernels = kernels;
    this.offsets = memory.allocateLongs(MOST_ROWS + 1L);
    this.targets = memory.allocateInts(MOST_ARCS + GapLists.SPILL);
  }

  /// [RowKernels#hop] of rows `[fromRow, toRow)`, whose lists come from here.
  public void hop(PanelHop panel, int fromRow, int toRow) {
    seek(fromRow);
    while (to < toRow) {
      fill(toRow);
      kernels.hop(panel.withLists(offsets, targets, from, byPieces ? this : null), from, to);
    }
  }

  /// An empty window before `row`.
  private void seek(int row) {
    from = row;
    to = row;
    byPieces = false;
    if (row < topology.nodeCount()) {
      next = topology.start(row);
      for (int before = row % CompressedTopology.ROWS_PER_START; before > 0; before--) {
        int degree = degree(next);
        next = GapLists.skip(packed, next + CompressedTopology.headBytes(degree), degree);
      }
    }
  }

  /// The rows after this window, as many as fit, and none from `end` on.
  private void fill(int end) {
    from = to;
    int most = Math.min(end - from, MOST_ROWS);
    int arcs = 0;
    byPieces = degree(next) > MOST_ARCS;
    if (byPieces) {
      arcs = degree(next);
      listAt = next + CompressedTopology.headBytes(arcs); // and next is set by the last piece
      offsets.set(LONG, Long.BYTES, arcs);
      to++;
    }
    while (!byPieces && to - from < most) {
      int degree = degree(next);
      if (degree > MOST_ARCS - arcs) {
        break;
      }
      next += CompressedTopology.headBytes(degree);
      if (degree > 0) {
        int before = GapLists.before(packed, next, to);
        next = kernels.unpack(packed, next, degree, before, targets, (long) arcs * Integer.BYTES);
      }
      arcs += degree;
      to++;
      offsets.set(LONG, (long) (to - from) * Long.BYTES, arcs);
    }
  }

  private int degree(long at) {
    int degree = packed.get(BYTE, at);
    if (degree < 0) {
      degree &= 127;
      int shift = 7;
      int more;
      for (long place = at + 1; (more = packed.get(BYTE, place)) < 0; place++) {
        degree |= (more & 127) << shift;
        shift += 7;
      }
      degree |= more << shift;
    }
    return degree;
  }

  @Override
  public long piece(int fromArc, int count) {
    if (fromArc == 0) {
      next = listAt;
      last = GapLists.before(packed, next, from);
    }
    next = kernels.unpack(packed, next, count, last, targets, 0);
    last = targets.get(INT, (count - 1L) * Integer.BYTES);
    return 0;
  }
}
