package io.atp.io.dataset;

import io.atp.core.runtime.Require;

/// One class per node, 0 … classCount − 1, or [#UNLABELLED].
public record Labels(int classCount, int[] values) {
  public static final int UNLABELLED = -1;

  public Labels {
    Require.atLeast("classCount", classCount, 0);
    for (int node = 0; node < values.length; node++) {
      if (values[node] < UNLABELLED || values[node] >= classCount) {
        throw new IllegalArgumentException(
            "node %d has label %d, with %d classes".formatted(node, values[node], classCount));
      }
    }
  }

  /// As many classes as the largest label asks for.
  public static Labels of(int[] values) {
    int largest = UNLABELLED;
    for (int value : values) {
      largest = Math.max(largest, value);
    }
    return new Labels(largest + 1, values);
  }

  public boolean labelled(int node) {
    return values[node] != UNLABELLED;
  }
}
