package io.atp.io.generate;

/// Draws a node with probability ∝ its weight: among all, inside one class, or outside it.
///
/// Inversion of the cumulative weights, with the nodes laid out class by class, so that one class
/// is one interval and one table serves all three draws. A guide of n entries tells where the
/// search for a cumulative value begins; it then ends after about one step. 16 bytes a node.
final class WeightedNodes {
  private final double[] cumulative;
  private final int[] guide;
  private final double guidePerWeight;
  private final ClassLayout layout;

  /// @param weights by node id, each ≥ 0
  WeightedNodes(ClassLayout layout, double[] weights) {
    this.layout = layout;
    int count = weights.length;
    cumulative = new double[count + 1];
    for (int slot = 0; slot < count; slot++) {
      cumulative[slot + 1] = cumulative[slot] + weights[layout.node(slot)];
    }
    double total = cumulative[count];
    guidePerWeight = total > 0 ? count / total : 0;
    guide = new int[count + 1];
    for (int cell = 0, slot = 0; cell <= count; cell++) {
      // One slot early, so that rounding can never make the forward search start too late.
      while (slot < count && cumulative[slot + 1] * guidePerWeight < cell) {
        slot++;
      }
      guide[cell] = Math.max(0, slot - 1);
    }
  }

  double total() {
    return cumulative[cumulative.length - 1];
  }

  double totalOf(int klass) {
    return cumulative[layout.end(klass)] - cumulative[layout.start(klass)];
  }

  /// @param unit in [0, 1)
  int draw(double unit) {
    return nodeAt(unit * total(), 0, cumulative.length - 2);
  }

  int drawInside(int klass, double unit) {
    int first = layout.start(klass);
    int end = layout.end(klass);
    double low = cumulative[first];
    return nodeAt(low + unit * (cumulative[end] - low), first, end - 1);
  }

  /// Needs a class beside `klass`.
  int drawOutside(int klass, double unit) {
    int first = layout.start(klass);
    int end = layout.end(klass);
    double low = cumulative[first];
    double at = unit * (total() - (cumulative[end] - low));
    boolean before = at < low && first > 0 || end == cumulative.length - 1;
    return before
        ? nodeAt(at, 0, first - 1)
        : nodeAt(at - low + cumulative[end], end, cumulative.length - 2);
  }

  private int nodeAt(double value, int firstSlot, int lastSlot) {
    int slot = Math.clamp(guide[(int) (value * guidePerWeight)], firstSlot, lastSlot);
    while (slot < lastSlot && cumulative[slot + 1] <= value) {
      slot++;
    }
    return layout.node(slot);
  }
}
