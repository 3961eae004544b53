package io.atp.core.propagate;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Which rows each hop must make so that the kept ones come out: `S_K` are the kept rows, `S_k =
/// S_{k+1} ∪ N(S_{k+1})`. Hop 0 is the features themselves.
///
/// Where a set is most of the rows, or too many are neighbours of them to look, a hop makes all. A
/// bit per row and hop, for a few hops before the last.
final class NeededRows {
  /// Hops that may have a set of their own.
  private static final int MOST_HOPS = 3;

  /// A larger part of all rows has most of them for neighbours.
  private static final int LOOKED_AT = 8;

  private static final int RANGE = 1 << 14;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[][] byHop; // null where a hop makes all

  private NeededRows(long[][] byHop) {
    this.byHop = byHop;
  }

  /// What the sets take, at most.
  static long bytes(int nodeCount, int hops) {
    return (Math.min(MOST_HOPS, hops) + 1L) * words(nodeCount) * Long.BYTES;
  }

  /// Every hop makes all rows.
  static NeededRows all(int hops) {
    return new NeededRows(new long[hops + 1][]);
  }

  /// @param topology whose rows the hops walk along
  /// @param kept rows of it
  static NeededRows of(CsrGraph topology, int[] kept, int hops, Workers workers) {
    int rows = topology.nodeCount();
    long[][] byHop = new long[hops + 1][];
    long[] later = new long[words(rows)];
    for (int row : kept) {
      later[row >>> 6] |= 1L << row;
    }
    for (int hop = hops - 1; hop >= Math.max(0, hops - MOST_HOPS); hop--) {
      if (count(later) > rows / LOOKED_AT) {
        break;
      }
      long[] here = later.clone();
      addNeighbours(topology, later, here, workers);
      if (count(here) > rows / 2) {
        break;
      }
      byHop[hop] = here;
      later = here;
    }
    return new NeededRows(byHop);
  }

  private static int words(int rows) {
    return Math.ceilDiv(rows, Long.SIZE);
  }

  private static long count(long[] set) {
    long count = 0;
    for (long word : set) {
      count += Long.bitCount(word);
    }
    return count;
  }

  private static void addNeighbours(CsrGraph topology, long[] of, long[] to, Workers workers) {
    workers.forEachRange(
        topology.nodeCount(),
        RANGE,
        (from, end) -> {
          forEachRun(
              of,
              from,
              end,
              (first, last) -> {
                long arcs = topology.offset(last);
                for (long arc = topology.offset(first); arc < arcs; arc++) {
                  add(to, topology.target(arc));
                }
              });
          topology.release(from, end);
        });
  }

  private static void add(long[] set, int row) {
    long bit = 1L << row;
    if ((set[row >>> 6] & bit) == 0) {
      WORD.getAndBitwiseOr(set, row >>> 6, bit);
    }
  }

  /// The rows of `[from, to)` that a hop must make, as runs of neighbouring ones.
  void forEachRun(int hop, int from, int to, Workers.RangeBody body) {
    if (byHop[hop] == null) {
      body.run(from, to);
    } else {
      forEachRun(byHop[hop], from, to, body);
    }
  }

  private static void forEachRun(long[] set, int from, int to, Workers.RangeBody body) {
    for (int first = next(set, from, to, 0); first < to; ) {
      int end = next(set, first, to, -1L);
      body.run(first, end);
      first = next(set, end, to, 0);
    }
  }

  /// The first row from `from` on whose bit is not that of `flip`; `to` where there is none before.
  private static int next(long[] set, int from, int to, long flip) {
    if (from >= to) {
      return to;
    }
    int at = from >>> 6;
    long word = (set[at] ^ flip) & -1L << from;
    while (word == 0) {
      if (++at >= words(to)) {
        return to;
      }
      word = set[at] ^ flip;
    }
    return Math.min(to, (at << 6) + Long.numberOfTrailingZeros(word));
  }
}
