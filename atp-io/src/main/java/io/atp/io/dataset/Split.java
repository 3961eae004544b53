package io.atp.io.dataset;

/// Which nodes are learned from, chosen by, and judged on: increasing node ids, no node in two
/// parts.
public record Split(int[] train, int[] validation, int[] test) {
  public Split {
    requireIncreasing("train", train);
    requireIncreasing("validation", validation);
    requireIncreasing("test", test);
  }

  /// @throws IllegalArgumentException if a part names a node outside `[0, nodes)`
  public void requireNodes(int nodes) {
    requireBelow("train", train, nodes);
    requireBelow("validation", validation, nodes);
    requireBelow("test", test, nodes);
  }

  private static void requireBelow(String part, int[] sorted, int nodes) {
    if (sorted.length > 0 && sorted[sorted.length - 1] >= nodes) {
      throw new IllegalArgumentException(
          "the %s part lists node %d, with %d nodes"
              .formatted(part, sorted[sorted.length - 1], nodes));
    }
  }

  private static void requireIncreasing(String part, int[] nodes) {
    for (int i = 0; i < nodes.length; i++) {
      int previous = i == 0 ? -1 : nodes[i - 1];
      if (nodes[i] <= previous) {
        throw new IllegalArgumentException(
            "the %s part lists node %d after %d; ids must increase"
                .formatted(part, nodes[i], previous));
      }
    }
  }
}
