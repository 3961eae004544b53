package io.atp.core.kernel;

import io.atp.core.runtime.Require;
import java.util.List;

/// An [EntryMask] for each of several heads, their keys over and over until they fill a vector.
public final class HeadMasks {
  /// Ints of the widest vector.
  static final int LANES = 16;

  private final int heads;
  private final int[] first;
  private final int[] second;
  private final int threshold;

  /// @param masks one for each head, which all keep the same share
  public HeadMasks(List<EntryMask> masks) {
    heads = Require.atLeast("heads", masks.size(), 1);
    threshold = masks.getFirst().threshold();
    int length = Math.max(heads, LANES);
    first = new int[length];
    second = new int[length];
    for (int i = 0; i < length; i++) {
      EntryMask mask = masks.get(i % heads);
      Require.that(mask.threshold() == threshold, "all heads keep the same share of entries");
      first[i] = mask.first();
      second[i] = mask.second();
    }
  }

  public int heads() {
    return heads;
  }

  int[] first() {
    return first;
  }

  int[] second() {
    return second;
  }

  int threshold() {
    return threshold;
  }

  boolean keeps(int head, int row, int column) {
    return new EntryMask(first[head], second[head], threshold).keeps(row, column);
  }
}
