package io.atp.core.partition;

/// Nodes in parts, and for every node how much edge weight ties it to each part it touches.
///
/// A move updates the ties of the node's neighbours, so that the gain of any move, `tie to the new
/// part − tie to the own part`, is read off a short list instead of a row. A node touches at most
/// as many parts as it has neighbours: the lists of row `i` lie in `[offsets[i], offsets[i+1])`.
final class Division {
  private final WeightedGraph graph;
  private final int[] part;
  private final long[] limits;
  private final long[] weights;
  private final int[] sizes;
  private final int[] tieParts;
  private final int[] ties;
  private final int[] tieCounts;
  private long cut;
  private int gain;
  private int inside;

  /// @param part changed by every move
  /// @param limits most weight of every part; what is above already is left to [Balance]
  Division(WeightedGraph graph, int[] part, long[] limits) {
    this.graph = graph;
    this.part = part;
    this.limits = limits;
    this.weights = new long[limits.length];
    this.sizes = new int[limits.length];
    this.tieParts = new int[graph.targets().length];
    this.ties = new int[graph.targets().length];
    this.tieCounts = new int[graph.nodeCount()];
    int[] slots = new int[limits.length];
    long twice = 0;
    for (int node = 0; node < part.length; node++) {
      weights[part[node]] += graph.nodeWeights()[node];
      sizes[part[node]]++;
      int start = graph.offsets()[node];
      int at = start;
      for (int arc = start; arc < graph.offsets()[node + 1]; arc++) {
        int other = part[graph.targets()[arc]];
        int slot = slots[other];
        // A slot of an earlier node lies below this row, or names another part.
        if (slot >= start && slot < at && tieParts[slot] == other) {
          ties[slot] += graph.weights()[arc];
        } else {
          slots[other] = at;
          tieParts[at] = other;
          ties[at++] = graph.weights()[arc];
        }
        twice += other == part[node] ? 0 : graph.weights()[arc];
      }
      tieCounts[node] = at - start;
    }
    cut = twice / 2;
  }

  WeightedGraph graph() {
    return graph;
  }

  int part(int node) {
    return part[node];
  }

  int parts() {
    return limits.length;
  }

  int size(int p) {
    return sizes[p];
  }

  long weight(int p) {
    return weights[p];
  }

  long room(int p) {
    return limits[p] - weights[p];
  }

  boolean overweight(int p) {
    return weights[p] > limits[p];
  }

  /// By how much parts are above their limits, together.
  long excess() {
    long excess = 0;
    for (int p = 0; p < limits.length; p++) {
      excess += Math.max(0, weights[p] - limits[p]);
    }
    return excess;
  }

  long cut() {
    return cut;
  }

  int tie(int node, int p) {
    int start = graph.offsets()[node];
    for (int slot = start, end = start + tieCounts[node]; slot < end; slot++) {
      if (tieParts[slot] == p) {
        return ties[slot];
      }
    }
    return 0;
  }

  /// Whether some neighbour lies in another part.
  boolean onBoundary(int node) {
    int count = tieCounts[node];
    return count > 1 || count == 1 && tieParts[graph.offsets()[node]] != part[node];
  }

  /// Of the parts a node touches and that have room for it, the one it is tied to most, the one
  /// with more room among equals; -1 if there is none. [#gain] then says what the move would save.
  int bestTarget(int node) {
    int own = part[node];
    int weight = graph.nodeWeights()[node];
    int start = graph.offsets()[node];
    int inside = 0;
    int best = -1;
    int bestTie = 0;
    for (int slot = start, end = start + tieCounts[node]; slot < end; slot++) {
      int p = tieParts[slot];
      int tie = ties[slot];
      if (p == own) {
        inside = tie;
      } else if (tie >= bestTie && weights[p] + weight <= limits[p]) {
        if (tie > bestTie || room(p) > room(best)) {
          best = p;
          bestTie = tie;
        }
      }
    }
    gain = bestTie - inside;
    return best;
  }

  /// What the move found last would take off the cut.
  int gain() {
    return gain;
  }

  void move(int node, int to) {
    move(node, to, null);
  }

  /// Moves a node and tells the queue how much more its neighbours may now gain.
  ///
  /// The queue then holds no gain that is too small; one that is too large shows when its turn
  /// comes. To know it exactly would mean another look at all ties of every neighbour.
  void move(int node, int to, MoveQueue queue) {
    int from = part[node];
    int weight = graph.nodeWeights()[node];
    cut += tie(node, from) - tie(node, to);
    part[node] = to;
    weights[from] -= weight;
    weights[to] += weight;
    sizes[from]--;
    sizes[to]++;
    for (int arc = graph.offsets()[node]; arc < graph.offsets()[node + 1]; arc++) {
      int other = graph.targets()[arc];
      int own = part[other];
      int tie = shift(other, from, to, graph.weights()[arc]);
      if (queue != null && own != to) {
        int gain = tie - inside;
        queue.raise(other, own == from ? graph.weights()[arc] : 0, gain);
      }
    }
  }

  /// Notes that a neighbour of `node` went over, and returns the tie to where it went; `inside` is
  /// then the tie to the node's own part.
  private int shift(int node, int from, int to, int weight) {
    int own = part[node];
    int start = graph.offsets()[node];
    int end = start + tieCounts[node];
    int toSlot = -1;
    int fromSlot = -1;
    int ownTie = 0;
    for (int slot = start; slot < end; slot++) {
      int p = tieParts[slot];
      fromSlot = p == from ? slot : fromSlot;
      toSlot = p == to ? slot : toSlot;
      ownTie = p == own ? ties[slot] : ownTie;
    }
    inside = own == from ? ownTie - weight : ownTie;
    ties[fromSlot] -= weight;
    if (toSlot >= 0) {
      int tie = ties[toSlot] += weight;
      if (ties[fromSlot] == 0) {
        tieParts[fromSlot] = tieParts[end - 1];
        ties[fromSlot] = ties[end - 1];
        tieCounts[node]--;
      }
      return tie;
    }
    if (ties[fromSlot] == 0) {
      tieParts[fromSlot] = to;
      ties[fromSlot] = weight;
    } else {
      tieParts[end] = to;
      ties[end] = weight;
      tieCounts[node]++;
    }
    return weight;
  }
}
