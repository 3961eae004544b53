package io.atp.core.graph;

import java.util.Arrays;

/// How many steps along arcs it takes from one node to every other.
public final class Distances {
  /// Where no arcs lead.
  public static final int UNREACHED = -1;

  private Distances() {}

  /// By breadth first, the arcs of what is reached once each.
  public static int[] from(CsrGraph graph, int node) {
    int[] distances = new int[graph.nodeCount()];
    Arrays.fill(distances, UNREACHED);
    int[] queue = new int[graph.nodeCount()];
    distances[node] = 0;
    queue[0] = node;
    for (int head = 0, tail = 1; head < tail; head++) {
      int at = queue[head];
      for (long arc = graph.offset(at), end = graph.offset(at + 1); arc < end; arc++) {
        int next = graph.target(arc);
        if (distances[next] == UNREACHED) {
          distances[next] = distances[at] + 1;
          queue[tail++] = next;
        }
      }
    }
    return distances;
  }
}
