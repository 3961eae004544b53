package io.atp.io.format;

import io.atp.core.runtime.Workers;
import java.util.Arrays;

/// Ids of any size, gathered as pairs per piece of text and numbered by sorting the distinct ones.
final class WideIds implements EdgeParser.Sink {
  private long[] pairs = new long[1 << 12];
  private int length;

  @Override
  public void edge(long source, long target) {
    if (length == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * length);
    }
    pairs[length++] = source;
    pairs[length++] = target;
  }

  /// Source and target of each edge in turn; `2 · edges` numbers.
  int length() {
    return length;
  }

  long id(int index) {
    return pairs[index];
  }

  /// All distinct ids, increasing. Pieces are sorted side by side, then merged two by two.
  static long[] distinct(WideIds[] pieces, Workers workers) {
    long[][] sets = new long[pieces.length][];
    workers.forEachChunk(pieces.length, i -> sets[i] = pieces[i].sortedDistinct());
    for (int step = 1; step < sets.length; step *= 2) {
      int width = step;
      int merges = Math.ceilDiv(sets.length - width, 2 * width);
      workers.forEachChunk(
          merges,
          i -> {
            int left = 2 * width * i;
            sets[left] = union(sets[left], sets[left + width]);
            sets[left + width] = null;
          });
    }
    return sets.length == 0 ? new long[0] : sets[0];
  }

  private long[] sortedDistinct() {
    long[] sorted = Arrays.copyOf(pairs, length);
    Arrays.sort(sorted);
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, kept);
  }

  private static long[] union(long[] a, long[] b) {
    long[] all = new long[Math.addExact(a.length, b.length)];
    int kept = 0;
    for (int i = 0, j = 0; i < a.length || j < b.length; ) {
      long next = j == b.length || i < a.length && a[i] <= b[j] ? a[i] : b[j];
      i += i < a.length && a[i] == next ? 1 : 0;
      j += j < b.length && b[j] == next ? 1 : 0;
      all[kept++] = next;
    }
    return Arrays.copyOf(all, kept);
  }
}
