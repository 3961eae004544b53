package io.atp.core.push;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.function.Supplier;

/// Pushes from one node at a time, for a row of weights.
interface SourcePusher extends Pusher {
  /// Sources per chunk. Fixed, though it decides no result: rows are independent of each other.
  int CHUNK = 32;

  /// Offers to `top` every entry of the row of `source`.
  void row(int source, TopEntries top);

  /// The rows of one chunk, one after the other.
  record Part(int[] lengths, int[] columns, float[] weights) {}

  /// A row for each source, in their order, of its `keep` best entries.
  static SparseRows rows(
      String step,
      int nodeCount,
      int[] sources,
      int keep,
      Supplier<? extends SourcePusher> pushers,
      Workspace work) {
    Part[] parts = new Part[Math.ceilDiv(sources.length, CHUNK)];
    PushAccount account =
        Pusher.<SourcePusher>forEachChunk(
            step,
            parts.length,
            pushers::get,
            (pusher, chunk) -> {
              int from = chunk * CHUNK;
              int to = Math.min(sources.length, from + CHUNK);
              parts[chunk] = part(pusher, Arrays.copyOfRange(sources, from, to), keep);
            },
            work);
    return join(nodeCount, sources, parts, account);
  }

  private static Part part(SourcePusher pusher, int[] sources, int keep) {
    TopEntries top = new TopEntries(keep);
    int[] lengths = new int[sources.length];
    int[] columns = {};
    float[] weights = {};
    int size = 0;
    for (int i = 0; i < sources.length; i++) {
      top.clear();
      pusher.row(sources[i], top);
      lengths[i] = top.size();
      if (size + top.size() > columns.length) {
        int length = Math.max(size + top.size(), 2 * columns.length);
        columns = Arrays.copyOf(columns, length);
        weights = Arrays.copyOf(weights, length);
      }
      top.copyTo(columns, weights, size);
      size += top.size();
    }
    return new Part(lengths, Arrays.copyOf(columns, size), Arrays.copyOf(weights, size));
  }

  private static SparseRows join(int nodeCount, int[] sources, Part[] parts, PushAccount account) {
    long entries = 0;
    for (Part part : parts) {
      entries += part.columns.length;
    }
    Require.that(
        entries <= Integer.MAX_VALUE - 8,
        "%d rows came to %d entries, more than the %d an array can hold; push for fewer sources at"
            + " a time",
        sources.length,
        entries,
        Integer.MAX_VALUE - 8);
    int[] offsets = new int[sources.length + 1];
    int[] columns = new int[(int) entries];
    float[] weights = new float[(int) entries];
    int row = 0;
    for (Part part : parts) {
      int at = offsets[row];
      System.arraycopy(part.columns, 0, columns, at, part.columns.length);
      System.arraycopy(part.weights, 0, weights, at, part.weights.length);
      for (int length : part.lengths) {
        offsets[row + 1] = offsets[row] + length;
        row++;
      }
    }
    return new SparseRows(nodeCount, sources, offsets, columns, weights, account);
  }
}
