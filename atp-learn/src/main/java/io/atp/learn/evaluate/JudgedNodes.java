package io.atp.learn.evaluate;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.Labels;
import java.util.Arrays;

/// Checks a list of nodes to judge, and puts it in order so that sums do not depend on how it was
/// listed.
final class JudgedNodes {
  private JudgedNodes() {}

  /// @param rows nodes for which there is a prediction
  /// @return the nodes, increasing
  static int[] sorted(int[] nodes, int rows) {
    Require.that(nodes.length > 0, "there are no nodes to judge: the list is empty");
    int[] sorted = nodes.clone();
    Arrays.sort(sorted);
    int previous = -1;
    for (int node : sorted) {
      if (node < 0 || node >= rows) {
        throw new IllegalArgumentException(
            "node %d is to be judged, with predictions for %d nodes".formatted(node, rows));
      }
      if (node == previous) {
        throw new IllegalArgumentException("node %d is listed twice".formatted(node));
      }
      previous = node;
    }
    return sorted;
  }

  /// The same, with a label for each.
  static int[] labelled(int[] nodes, int rows, Labels labels) {
    int[] sorted = sorted(nodes, Math.min(rows, labels.values().length));
    for (int node : sorted) {
      if (!labels.labelled(node)) {
        throw new IllegalArgumentException(
            "node %d is to be judged and has no label".formatted(node));
      }
    }
    return sorted;
  }

  static void requireClasses(int predicted, Labels labels) {
    Require.that(
        predicted == labels.classCount(),
        "scores are for %d classes, labels have %d",
        predicted,
        labels.classCount());
  }
}
