package io.atp.core.encode;

import io.atp.core.runtime.KeptSteps;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// For every edge u → v of [UpwardRows], the nodes x that both rows list.
///
/// Two ways to ask, whichever looks at less. *Scan*: row `u` is marked in a byte per node, row `v`
/// is read through. *Probe*: among the largest hubs a bit matrix knows all edges, so the part of
/// row `u` before `v` is tested bit by bit; a hub's own row, by far the longest, is never read. On
/// 1 M nodes and 20 M arcs the scan alone looks at 526 M entries, both together at 176 M. Measured
/// against it and slower: a bitmap instead of bytes for the marks (a shift per look-up), stopping a
/// scan at the last mark (a branch more), adding 0 or 1 without a branch (a store per look-up, and
/// few hit), and marking `v` instead of `u` (every row `u` is then a cache miss).
///
/// Credits are integers, so their sum does not depend on who adds first. Those of hubs, nearly all,
/// go to an array of the thread's own; the others to one shared array by atomic additions. That
/// keeps the memory of many threads small.
final class TriangleSearch {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final VarHandle ATOMIC = MethodHandles.arrayElementVarHandle(long[].class);

  /// Rows and columns of the bit matrix, at most: 8 MiB.
  private static final int MATRIX_NODES = 1 << 13;

  /// Nodes whose credits each thread counts for itself.
  private static final int PRIVATE_NODES = 1 << 16;

  private static final long ARCS_PER_CHUNK = 1 << 14;
  private static final String STEP = "encode: triangles";

  private final long[] offsets;
  private final MemorySegment targets;
  private final int nodeCount;
  private final int matrixNodes;
  private final int matrixWords;
  private final long[] matrix;
  private final long[] shared;

  private TriangleSearch(UpwardRows rows) {
    this.offsets = rows.offsets();
    this.targets = rows.targets();
    this.nodeCount = rows.nodeCount();
    this.matrixNodes = Math.min(MATRIX_NODES, nodeCount);
    this.matrixWords = Math.ceilDiv(matrixNodes, Long.SIZE);
    this.matrix = new long[matrixNodes * matrixWords];
    this.shared = new long[nodeCount];
    for (int v = 0; v < matrixNodes; v++) {
      for (long arc = offsets[v]; arc < offsets[v + 1]; arc++) {
        int x = targets.get(INT, arc * Integer.BYTES);
        matrix[v * matrixWords + (x >> 6)] |= 1L << x;
      }
    }
  }

  /// Triangles through each node, by rank.
  static long[] run(UpwardRows rows, Workspace work) {
    return new TriangleSearch(rows).search(work);
  }

  private long[] search(Workspace work) {
    int[] bounds = chunks();
    int chunks = bounds.length - 1;
    Queue<Finder> idle = new ConcurrentLinkedQueue<>();
    Thread caller = Thread.currentThread();
    KeptSteps.run(
        work,
        Triangles.STEPS,
        chunks,
        (from, to) -> {
          AtomicInteger done = new AtomicInteger(from);
          work.workers()
              .forEachChunk(
                  to - from,
                  chunk -> {
                    Finder pooled = idle.poll();
                    Finder finder = pooled != null ? pooled : new Finder();
                    for (int u = bounds[from + chunk]; u < bounds[from + chunk + 1]; u++) {
                      finder.from(u);
                    }
                    idle.add(finder);
                    int finished = done.incrementAndGet();
                    if (Thread.currentThread() == caller && finished < chunks) {
                      work.progress().report(STEP, finished, chunks);
                    }
                  });
          idle.forEach(Finder::handIn);
        },
        MemorySegment.ofArray(shared));
    work.progress().report(STEP, chunks, chunks);
    return shared;
  }

  /// Consecutive rows of about equally many arcs.
  private int[] chunks() {
    int count = (int) Math.min(1 << 20, offsets[nodeCount] / ARCS_PER_CHUNK + 1);
    int[] bounds = new int[count + 1];
    for (int chunk = 1; chunk < count; chunk++) {
      long goal = (long) ((double) offsets[nodeCount] * chunk / count);
      int found = Arrays.binarySearch(offsets, bounds[chunk - 1], nodeCount, goal);
      bounds[chunk] = found >= 0 ? found : -found - 1;
    }
    bounds[count] = nodeCount;
    return bounds;
  }

  /// What one thread carries from node to node.
  private final class Finder {
    private final byte[] marks = new byte[nodeCount];
    private final long[] own = new long[Math.min(PRIVATE_NODES, nodeCount)];
    private int[] row = new int[256];
    private long[] starts = new long[256];
    private int[] sizes = new int[256];

    /// Written and never read: a touch without an effect would be optimised away.
    private int touched;

    void from(int u) {
      long start = offsets[u];
      int size = (int) (offsets[u + 1] - start);
      if (size < 2) {
        return;
      }
      if (size > row.length) {
        row = new int[Math.max(size, 2 * row.length)];
        starts = new long[row.length];
        sizes = new int[row.length];
      }
      // Row u is read many times, so it is worth an array, whose accesses cost less. Where its
      // neighbours' rows lie is looked up for all of them at once, and each is touched: the cache
      // misses then overlap instead of waiting for one scan after the other.
      for (int k = 0; k < size; k++) {
        int v = targets.get(INT, (start + k) * Integer.BYTES);
        row[k] = v;
        marks[v] = 1;
      }
      for (int k = 1; k < size; k++) {
        starts[k] = offsets[row[k]];
        sizes[k] = (int) (offsets[row[k] + 1] - starts[k]);
      }
      int touch = 0;
      for (int k = 1; k < size; k++) {
        touch += sizes[k] == 0 ? 0 : targets.get(INT, starts[k] * Integer.BYTES);
      }
      touched = touch;
      long found = 0;
      for (int k = 1; k < size; k++) { // the first has no smaller one beside it
        int v = row[k];
        int common = v < matrixNodes && k < sizes[k] ? probe(v, k) : scan(starts[k], sizes[k]);
        if (common != 0) {
          credit(v, common);
          found += common;
        }
      }
      credit(u, found);
      for (int k = 0; k < size; k++) {
        marks[row[k]] = 0;
      }
    }

    // The loops below work on local copies of the fields: behind an atomic addition, even one that
    // is
    // never reached, the compiler would read every field again.

    /// Which of the first `count` nodes of row u are neighbours of hub v?
    private int probe(int v, int count) {
      int[] candidates = row;
      long[] bits = matrix;
      long[] credits = own;
      int base = v * matrixWords;
      int common = 0;
      for (int k = 0; k < count; k++) {
        int x = candidates[k];
        if ((bits[base + (x >> 6)] >>> x & 1) != 0) {
          common++;
          credits[x]++; // x < v, and the nodes of the matrix are among the thread's own
        }
      }
      return common;
    }

    /// Which nodes of another row are marked? An `int` loop: a `long` one costs too much to enter
    /// for some fifty steps.
    private int scan(long start, int size) {
      MemorySegment all = targets;
      byte[] marked = marks;
      long[] credits = own;
      int common = 0;
      for (int k = 0; k < size; k++) {
        int x = all.get(INT, (start + k) * Integer.BYTES);
        if (marked[x] != 0) {
          common++;
          if (x < credits.length) {
            credits[x]++;
          } else {
            ATOMIC.getAndAdd(shared, x, 1L);
          }
        }
      }
      return common;
    }

    /// Adds what the thread counted for itself, once no other counts.
    void handIn() {
      for (int node = 0; node < own.length; node++) {
        shared[node] += own[node];
        own[node] = 0;
      }
    }

    private void credit(int node, long triangles) {
      if (node < own.length) {
        own[node] += triangles;
      } else {
        ATOMIC.getAndAdd(shared, node, triangles);
      }
    }
  }
}
