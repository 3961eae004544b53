package io.atp.io.format;

import io.atp.io.dataset.Split;
import java.io.IOException;
import java.util.Arrays;

/// Three lists of node ids from a file → a [Split]: sorted, in range, no node listed twice.
final class Splits {
  private Splits() {}

  static Split of(String source, int nodes, int[] train, int[] validation, int[] test)
      throws IOException {
    byte[] seen = new byte[nodes];
    return new Split(
        part(source, "train", train, seen),
        part(source, "validation", validation, seen),
        part(source, "test", test, seen));
  }

  private static int[] part(String source, String name, int[] ids, byte[] seen) throws IOException {
    for (int id : ids) {
      if (id < 0 || id >= seen.length) {
        throw new IOException(
            "%s: the %s part lists node %d, with %d nodes"
                .formatted(source, name, id, seen.length));
      }
      if (seen[id]++ != 0) {
        throw new IOException(
            "%s: the %s part lists node %d, which is listed before".formatted(source, name, id));
      }
    }
    int[] sorted = ids.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
