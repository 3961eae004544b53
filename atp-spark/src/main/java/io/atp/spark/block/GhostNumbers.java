package io.atp.spark.block;

/// Local numbers for the nodes of other ranges, in increasing order: a bit for every node of the
/// graph, and how many are set before each word.
final class GhostNumbers {
  private final long[] bits;
  private final int[] before;
  private final int from;
  private final int to;
  private int count;

  /// @param from first node of the range itself
  /// @param to one past its last
  GhostNumbers(int nodeCount, int from, int to, int[] targets) {
    this.bits = new long[Math.ceilDiv(nodeCount, Long.SIZE)];
    this.before = new int[bits.length];
    this.from = from;
    this.to = to;
    for (int node : targets) {
      if (node < from || node >= to) {
        bits[node >>> 6] |= 1L << node;
      }
    }
    for (int word = 0; word < bits.length; word++) {
      before[word] = count;
      count += Long.bitCount(bits[word]);
    }
  }

  int[] ghosts() {
    int[] ghosts = new int[count];
    int at = 0;
    for (int word = 0; word < bits.length; word++) {
      for (long left = bits[word]; left != 0; left &= left - 1) {
        ghosts[at++] = (word << 6) + Long.numberOfTrailingZeros(left);
      }
    }
    return ghosts;
  }

  /// The local number of a node of the range, or of a ghost.
  int local(int node) {
    if (node >= from && node < to) {
      return node - from;
    }
    long lower = bits[node >>> 6] & (1L << node) - 1;
    return to - from + before[node >>> 6] + Long.bitCount(lower);
  }
}
