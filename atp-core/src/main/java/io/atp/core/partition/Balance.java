package io.atp.core.partition;

/// Takes nodes out of parts that are too heavy and puts nodes into parts that have none, at the
/// least loss.
///
/// On a graph of weight-1 nodes whose limits together hold them all it always succeeds: as long as
/// one part is too heavy another has room.
final class Balance {
  private final Division division;
  private final WeightedGraph graph;

  private Balance(Division division) {
    this.division = division;
    this.graph = division.graph();
  }

  static void restore(Division division) {
    Balance balance = new Balance(division);
    if (division.excess() > 0) {
      balance.lighten();
    }
    balance.fill();
  }

  private void lighten() {
    MoveQueue queue = new MoveQueue(graph.nodeCount());
    for (int node = 0; node < graph.nodeCount(); node++) {
      if (division.overweight(division.part(node))) {
        queue.put(node, gain(node, target(node)));
      }
    }
    while (!queue.isEmpty()) {
      int expected = queue.topGain();
      int node = queue.pop();
      if (!division.overweight(division.part(node))) {
        continue;
      }
      int to = target(node);
      if (to < 0) {
        continue;
      }
      int gain = gain(node, to);
      if (gain < expected && !queue.isEmpty() && gain < queue.topGain()) {
        queue.put(node, gain);
        continue;
      }
      division.move(node, to);
      for (int arc = graph.offsets()[node]; arc < graph.offsets()[node + 1]; arc++) {
        int other = graph.targets()[arc];
        if (queue.contains(other)) {
          queue.put(other, gain(other, target(other)));
        }
      }
    }
  }

  private int gain(int node, int to) {
    return (to < 0 ? 0 : division.tie(node, to)) - division.tie(node, division.part(node));
  }

  /// The best part it touches, or else the one with most room; -1 if it fits nowhere.
  private int target(int node) {
    int best = division.bestTarget(node);
    if (best >= 0) {
      return best;
    }
    int roomiest = 0;
    for (int p = 1; p < division.parts(); p++) {
      roomiest = division.room(p) > division.room(roomiest) ? p : roomiest;
    }
    return division.room(roomiest) >= graph.nodeWeights()[node] ? roomiest : -1;
  }

  /// An empty part takes the node that is tied least to its own.
  private void fill() {
    int empty = 0;
    while (empty < division.parts() && division.size(empty) > 0) {
      empty++;
    }
    if (empty == division.parts()) {
      return;
    }
    MoveQueue queue = new MoveQueue(graph.nodeCount());
    for (int node = 0; node < graph.nodeCount(); node++) {
      queue.put(node, -division.tie(node, division.part(node)));
    }
    for (; empty < division.parts(); empty++) {
      if (division.size(empty) > 0) {
        continue;
      }
      while (!queue.isEmpty()) {
        int node = queue.pop();
        if (division.size(division.part(node)) > 1
            && graph.nodeWeights()[node] <= division.room(empty)) {
          division.move(node, empty);
          break;
        }
      }
    }
  }
}
