package io.atp.io.format;

import io.atp.io.dataset.NodeIds;
import java.util.OptionalLong;

/// Names that are whole numbers in increasing order are kept as numbers, and not at all if they are
/// 0 … n−1.
final class WholeIds {
  private WholeIds() {}

  static NodeIds of(NodeIds.Names names) {
    int count = names.count();
    long[] values = new long[count];
    boolean same = true;
    for (int node = 0; node < count; node++) {
      OptionalLong value = Numbers.whole(names.name(node));
      if (value.isEmpty() || node > 0 && value.getAsLong() <= values[node - 1]) {
        return names;
      }
      values[node] = value.getAsLong();
      same &= values[node] == node;
    }
    return same ? new NodeIds.Same(count) : new NodeIds.Numbers(values);
  }
}
