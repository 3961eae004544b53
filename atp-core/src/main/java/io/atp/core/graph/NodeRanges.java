package io.atp.core.graph;

import io.atp.core.runtime.Workers;
import java.util.Arrays;

/// Nodes cut into ranges that hold about equally many arc ends, as a sample of the arcs tells:
/// where hubs stand together, ranges are short.
final class NodeRanges {
  /// Cells of the table that leads from a node to its range.
  private static final int MOST_CELLS = 1 << 16;

  private final int shift;
  private final char[] rangeOfCell;
  private final int[] firstCell;
  private final int nodeCount;

  private NodeRanges(int shift, char[] rangeOfCell, int[] firstCell, int nodeCount) {
    this.shift = shift;
    this.rangeOfCell = rangeOfCell;
    this.firstCell = firstCell;
    this.nodeCount = nodeCount;
  }

  /// @param wanted about how many ranges; no more than twice as many come out
  static NodeRanges of(
      int nodeCount, boolean bothEnds, ArcParts parts, int wanted, Workers workers) {
    int shift = shift(nodeCount);
    long[] ends = sample(nodeCount, bothEnds, parts, shift, workers);
    long all = Arrays.stream(ends).sum();
    double share = Math.max(1, (double) all / wanted);
    int[] firstCell = new int[ends.length + 1];
    int ranges = 0;
    long inRange = 0;
    for (int cell = 0; cell < ends.length; cell++) {
      if (cell > 0 && inRange + ends[cell] > share) {
        firstCell[++ranges] = cell;
        inRange = 0;
      }
      inRange += ends[cell];
    }
    firstCell[ranges + 1] = ends.length;
    return ofCells(nodeCount, Arrays.copyOf(firstCell, ranges + 2));
  }

  /// The ranges whose [#cells] these are.
  static NodeRanges ofCells(int nodeCount, int[] firstCell) {
    char[] rangeOfCell = new char[firstCell[firstCell.length - 1]];
    for (int range = 0; range < firstCell.length - 1; range++) {
      Arrays.fill(rangeOfCell, firstCell[range], firstCell[range + 1], (char) range);
    }
    return new NodeRanges(shift(nodeCount), rangeOfCell, firstCell, nodeCount);
  }

  private static int shift(int nodeCount) {
    int shift = 0;
    while ((long) nodeCount >> shift > MOST_CELLS) {
      shift++;
    }
    return shift;
  }

  /// First cell of each range, and the end.
  int[] cells() {
    return firstCell;
  }

  /// Integers, so it does not matter who adds first. Every part is asked for its first piece.
  private static long[] sample(
      int nodeCount, boolean bothEnds, ArcParts parts, int shift, Workers workers) {
    long[] ends = new long[(int) ((long) Math.max(nodeCount, 1) - 1 >> shift) + 1];
    workers.forEachChunk(
        parts.count(),
        part ->
            parts.forEach(
                part,
                ArcParts.PIECE,
                (arcs, count) -> {
                  synchronized (ends) {
                    for (int i = 0; i < count; i++) {
                      int source = (int) (arcs[i] >>> 32);
                      int target = (int) arcs[i];
                      GraphBuilder.requireInside(source, target, nodeCount);
                      ends[source >>> shift]++;
                      if (bothEnds) {
                        ends[target >>> shift]++;
                      }
                    }
                  }
                }));
    return ends;
  }

  int count() {
    return firstCell.length - 1;
  }

  /// Nodes of the longest range.
  int mostNodes() {
    int most = 0;
    for (int range = 0; range < count(); range++) {
      most = Math.max(most, first(range + 1) - first(range));
    }
    return most;
  }

  int rangeOf(int node) {
    return rangeOfCell[node >>> shift];
  }

  int first(int range) {
    return (int) Math.min(nodeCount, (long) firstCell[range] << shift);
  }
}
