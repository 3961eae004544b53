package io.atp.learn.model;

import io.atp.core.runtime.StatelessHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The order in which training nodes are taken: a new shuffle for each epoch, the same for each
/// (seed, epoch).
public final class Batches {
  private static final long PURPOSE = 0x6261746368L;

  private Batches() {}

  /// @param size nodes per batch; 0 for all of them, in their own order
  public static List<int[]> of(int[] nodes, int size, long seed, int epoch) {
    if (size == 0 || size >= nodes.length) {
      return List.of(nodes);
    }
    int[] order = nodes.clone();
    for (int i = order.length - 1; i > 0; i--) {
      int j = StatelessHash.below(StatelessHash.of(seed, PURPOSE, epoch, i), i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    List<int[]> batches = new ArrayList<>();
    for (int from = 0; from < order.length; ) {
      int to = Math.min(order.length, from + size);
      if (order.length - to == 1) {
        to++; // a batch of one has no variance to normalise by
      }
      batches.add(Arrays.copyOfRange(order, from, to));
      from = to;
    }
    return batches;
  }
}
