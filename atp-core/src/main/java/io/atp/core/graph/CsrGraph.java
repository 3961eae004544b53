package io.atp.core.graph;

import io.atp.core.runtime.ContentHash;
import io.atp.core.runtime.Hashed;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;

/// A graph as compressed sparse rows: row `i` lists, in increasing order, the nodes that node `i`
/// listens to.
///
/// Node ids are `int`, arc positions are `long`: row `i` is `targets[offsets[i] .. offsets[i+1])`.
/// Rows are simple (no duplicates) and hold no self-loops. In a *symmetric* graph every arc has its
/// reverse and an undirected edge counts as two arcs. The two arrays are off-heap or memory-mapped,
/// little-endian, and borrowed: they live as long as the arena they came from.
public final class CsrGraph implements Hashed {
  /// Unaligned by type, although always aligned in fact: it spares a check per access in the hot
  /// loops.
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final int nodeCount;
  private final long arcCount;
  private final MemorySegment offsets;
  private final MemorySegment targets;
  private final boolean symmetric;
  private final boolean streamed;

  private CsrGraph(
      int nodeCount,
      long arcCount,
      MemorySegment offsets,
      MemorySegment targets,
      boolean symmetric,
      boolean streamed) {
    this.nodeCount = nodeCount;
    this.arcCount = arcCount;
    this.offsets = offsets;
    this.targets = targets;
    this.symmetric = symmetric;
    this.streamed = streamed;
  }

  /// Wraps arrays that are right by construction: `nodeCount + 1` longs and `offsets[nodeCount]`
  /// ints.
  ///
  /// Sizes are checked, contents are not: arrays that come from outside go through [#check] as
  /// well.
  public static CsrGraph of(MemorySegment offsets, MemorySegment targets, boolean symmetric) {
    long nodeCount = offsets.byteSize() / Long.BYTES - 1;
    Require.that(
        nodeCount >= 0
            && nodeCount <= Integer.MAX_VALUE - 8
            && offsets.byteSize() % Long.BYTES == 0,
        "offsets hold %d bytes, which is no node count from 0 to %d",
        offsets.byteSize(),
        Integer.MAX_VALUE - 8);
    long arcCount = offsets.get(LONG, nodeCount * Long.BYTES);
    Require.that(
        arcCount >= 0
            && targets.byteSize() / Integer.BYTES == arcCount
            && targets.byteSize() % Integer.BYTES == 0,
        "targets hold %d bytes, the last offset asks for %d arcs of 4 bytes",
        targets.byteSize(),
        arcCount);
    return new CsrGraph((int) nodeCount, arcCount, offsets, targets, symmetric, false);
  }

  /// The same graph for a process that has no room to keep it: a pass over mapped rows hands their
  /// pages back as it goes ([#release]). Other graphs stay resident once they have been read.
  public CsrGraph streamed() {
    return new CsrGraph(nodeCount, arcCount, offsets, targets, symmetric, targets.isMapped());
  }

  /// The same, if `work` has a limit that leaves no room for the graph beside as much again.
  public CsrGraph streamedWithin(Workspace work) {
    return sizeBytes() > work.room() / 2 ? streamed() : this;
  }

  /// Tells that the rows `[from, to)` are not needed for now; they come back when they are read.
  public void release(int from, int to) {
    if (streamed && from < to) {
      long start = offset(from) * Integer.BYTES;
      long bytes = offset(to) * Integer.BYTES - start;
      if (bytes > 0) {
        targets.asSlice(start, bytes).unload();
      }
    }
  }

  public int nodeCount() {
    return nodeCount;
  }

  /// Stored entries: twice the number of edges when the graph is symmetric.
  public long arcCount() {
    return arcCount;
  }

  /// m: undirected edges of a symmetric graph, arcs of a directed one.
  public long edgeCount() {
    return symmetric ? arcCount / 2 : arcCount;
  }

  public boolean symmetric() {
    return symmetric;
  }

  /// Position of the first arc of row `node`; `offset(nodeCount)` is the arc count.
  public long offset(int node) {
    return offsets.get(LONG, (long) node * Long.BYTES);
  }

  public int degree(int node) {
    return (int) (offset(node + 1) - offset(node));
  }

  /// d̂ = d + 1: the degree with the self-loop of Â. A `long`, so that it can be multiplied without
  /// care.
  public long selfLoopedDegree(int node) {
    return degree(node) + 1L;
  }

  public int target(long arc) {
    return targets.get(INT, arc * Integer.BYTES);
  }

  /// Whether row `source` lists `target`.
  public boolean hasArc(int source, int target) {
    return findArc(source, target) >= 0;
  }

  /// Position of the arc `source → target`, by binary search, or -1 if there is none.
  public long findArc(int source, int target) {
    long low = offset(source);
    long high = offset(source + 1) - 1;
    while (low <= high) {
      long middle = (low + high) >>> 1;
      int found = target(middle);
      if (found == target) {
        return middle;
      }
      if (found < target) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /// Copies row `node` into `into`, which must be long enough, and returns the degree.
  public int copyRow(int node, int[] into) {
    long from = offset(node);
    int degree = (int) (offset(node + 1) - from);
    MemorySegment.copy(
        targets, ValueLayout.JAVA_INT_UNALIGNED, from * Integer.BYTES, into, 0, degree);
    return degree;
  }

  /// The `nodeCount + 1` longs. Read only.
  public MemorySegment offsets() {
    return offsets;
  }

  /// The `arcCount` ints. Read only.
  public MemorySegment targets() {
    return targets;
  }

  /// Bytes of the two arrays.
  public long sizeBytes() {
    return offsets.byteSize() + targets.byteSize();
  }

  public int maxDegree(Workers workers) {
    double largest =
        workers.max(
            nodeCount,
            (from, to) -> {
              int max = 0;
              for (int node = from; node < to; node++) {
                max = Math.max(max, degree(node));
              }
              return max;
            });
    return (int) Math.max(0, largest);
  }

  /// Degrees as an array, in node order.
  public int[] degrees(Workers workers) {
    int[] degrees = new int[nodeCount];
    workers.forEachRange(
        nodeCount,
        1 << 16,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            degrees[node] = degree(node);
          }
        });
    return degrees;
  }

  /// Verifies what a file claims: offsets rise from 0, targets lie in range, rows increase, no
  /// self-loops, and, when the graph says it is symmetric, every arc has its reverse.
  ///
  /// @throws IllegalArgumentException naming the first row found wrong
  public CsrGraph check(Workers workers) {
    Require.that(offset(0) == 0, "offsets must start at 0, got %d", offset(0));
    // All offsets first: a row may be followed only once its bounds are known to lie inside the
    // targets.
    workers.forEachRange(
        nodeCount,
        1 << 16,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            long start = offset(node);
            long end = offset(node + 1);
            if (start > end || end > arcCount || end - start >= nodeCount) {
              throw new IllegalArgumentException(
                  "offsets of node %d run from %d to %d, with %d arcs and %d nodes in all"
                      .formatted(node, start, end, arcCount, nodeCount));
            }
          }
        });
    RowChunks rows = RowChunks.of(this);
    workers.forEachChunk(
        rows.count(),
        chunk -> {
          checkRows(rows.from(chunk), rows.to(chunk));
          release(rows.from(chunk), rows.to(chunk));
        });
    if (symmetric && !reversesMatch(rows, workers)) {
      workers.forEachChunk(rows.count(), chunk -> checkReverses(rows.from(chunk), rows.to(chunk)));
    }
    return this;
  }

  private void checkRows(int from, int to) {
    for (int node = from; node < to; node++) {
      int previous = -1;
      for (long arc = offset(node), end = offset(node + 1); arc < end; arc++) {
        int target = target(arc);
        if (target <= previous || target >= nodeCount || target == node) {
          throw new IllegalArgumentException(
              ("row %d lists node %d after %d, with %d nodes: rows must increase, stay in range and"
                      + " hold no loops")
                  .formatted(node, target, previous, nodeCount));
        }
        previous = target;
      }
    }
  }

  /// Every arc has its reverse if the edges seen from their lower ends and those seen from their
  /// upper ends are the same set. Two sums of hashes of that set are compared, in one pass over the
  /// rows, where looking for each reverse would take a search.
  private boolean reversesMatch(RowChunks rows, Workers workers) {
    long[] difference = new long[rows.count()];
    long[] second = new long[rows.count()];
    workers.forEachChunk(
        rows.count(),
        chunk -> {
          long sum = 0;
          long otherSum = 0;
          for (int node = rows.from(chunk); node < rows.to(chunk); node++) {
            for (long arc = offset(node), end = offset(node + 1); arc < end; arc++) {
              int target = target(arc);
              boolean up = target > node;
              long edge = up ? (long) node << 32 | target : (long) target << 32 | node;
              long hash = StatelessHash.mix(edge + 1);
              sum += up ? hash : -hash;
              long otherHash = StatelessHash.mix(~hash);
              otherSum += up ? otherHash : -otherHash;
            }
          }
          release(rows.from(chunk), rows.to(chunk));
          difference[chunk] = sum;
          second[chunk] = otherSum;
        });
    return LongStream.of(difference).sum() == 0 && LongStream.of(second).sum() == 0;
  }

  private void checkReverses(int from, int to) {
    for (int node = from; node < to; node++) {
      for (long arc = offset(node), end = offset(node + 1); arc < end; arc++) {
        if (!hasArc(target(arc), node)) {
          throw new IllegalArgumentException(
              "arc %d → %d has no reverse, although the graph is marked symmetric"
                  .formatted(node, target(arc)));
        }
      }
    }
  }

  @Override
  public String toString() {
    return "CsrGraph[%,d nodes, %,d arcs, %s]"
        .formatted(nodeCount, arcCount, symmetric ? "symmetric" : "directed");
  }

  @Override
  public void addTo(ContentHash hash) {
    hash.add(Boolean.toString(symmetric)).add(offsets).add(targets);
  }
}
