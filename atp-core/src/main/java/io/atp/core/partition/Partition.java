package io.atp.core.partition;

/// Every node in exactly one part.
///
/// @param part the part of each node, in [0, parts)
/// @param cutEdges edges whose ends lie in different parts
/// @param sizes nodes of each part; none is empty
public record Partition(int[] part, int parts, long cutEdges, int[] sizes) {
  public int largest() {
    int largest = 0;
    for (int size : sizes) {
      largest = Math.max(largest, size);
    }
    return largest;
  }

  /// The nodes of every part, increasing.
  public int[][] members() {
    int[][] members = new int[parts][];
    for (int p = 0; p < parts; p++) {
      members[p] = new int[sizes[p]];
    }
    int[] filled = new int[parts];
    for (int node = 0; node < part.length; node++) {
      members[part[node]][filled[part[node]]++] = node;
    }
    return members;
  }
}
