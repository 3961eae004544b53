package io.atp.core.graph;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The arcs that leave a few consecutive nodes → their rows, sorted and simple. One thread at a
/// time; its arrays grow and are used again.
final class BucketRows {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private int[] start = {};
  private int[] next = {};
  private int[] sorted = {};

  /// What became of a bucket.
  ///
  /// @param arcs how many are left
  /// @param duplicates repeats of an arc as it was read
  /// @param added arcs of which only the reverse was read
  record Tally(long arcs, long duplicates, long added) {
    Tally plus(Tally other) {
      return new Tally(arcs + other.arcs, duplicates + other.duplicates, added + other.added);
    }
  }

  /// Replaces the entries by the rows, 4 bytes an arc, from the front of the same memory (they
  /// never need more room), and writes row starts relative to it.
  ///
  /// @param entries `nodeInBucket << 32 | target << 1 | reversed` each
  /// @param starts a long per row
  Tally simplify(MemorySegment entries, int first, int rows, MemorySegment starts) {
    long count = entries.byteSize() / Long.BYTES;
    Require.that(
        count <= Integer.MAX_VALUE - 8,
        "%d arcs leave nodes %d to %d",
        count,
        first,
        first + rows - 1);
    scatter(entries, (int) count, rows);
    int kept = 0;
    long duplicates = 0;
    long added = 0;
    for (int row = 0; row < rows; row++) {
      starts.set(LONG, (long) row * Long.BYTES, kept);
      Arrays.sort(sorted, start[row], start[row + 1]);
      for (int at = start[row], end = start[row + 1]; at < end; ) {
        int target = (sorted[at] ^ Integer.MIN_VALUE) >>> 1;
        int originals = 0;
        do {
          originals += ~sorted[at] & 1;
          at++;
        } while (at < end && (sorted[at] ^ Integer.MIN_VALUE) >>> 1 == target);
        duplicates += Math.max(0, originals - 1);
        added += originals == 0 ? 1 : 0;
        entries.set(INT, (long) kept++ * Integer.BYTES, target);
      }
    }
    return new Tally(kept, duplicates, added);
  }

  /// A counting sort by row.
  private void scatter(MemorySegment entries, int count, int rows) {
    if (start.length <= rows) {
      start = new int[rows + 1];
      next = new int[rows];
    }
    Arrays.fill(start, 0, rows + 1, 0);
    if (sorted.length < count) {
      sorted = new int[count];
    }
    for (long at = 0; at < count; at++) {
      start[(int) (entries.get(LONG, at * Long.BYTES) >>> 32) + 1]++;
    }
    for (int row = 0; row < rows; row++) {
      start[row + 1] += start[row];
    }
    System.arraycopy(start, 0, next, 0, rows);
    for (long at = 0; at < count; at++) {
      long entry = entries.get(LONG, at * Long.BYTES);
      // target << 1 | reversed fills 32 bits; flipping the top one makes the signed order of sort()
      // the right one.
      sorted[next[(int) (entry >>> 32)]++] = (int) entry ^ Integer.MIN_VALUE;
    }
  }
}
