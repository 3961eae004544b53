package io.atp.io.format;

import io.atp.io.dataset.Split;
import io.atp.io.text.Place;
import java.io.IOException;
import java.util.Locale;

/// One split as a column of words: train, validation (valid, val, dev) or test, or 0, 1, 2; empty
/// for none.
final class SplitColumn {
  private static final int PARTS = 3;

  private final IntList nodes = new IntList();
  private final IntList parts = new IntList();

  /// Nodes come in increasing order.
  void set(int node, String text, Place place) throws IOException {
    int part =
        switch (text.toLowerCase(Locale.ROOT)) {
          case "train", "training", "0" -> 0;
          case "val", "valid", "validation", "dev", "1" -> 1;
          case "test", "testing", "2" -> 2;
          case "", "none" -> PARTS;
          default ->
              throw place.wrong(
                  "'%.40s' is no part of a split: train, validation or test".formatted(text));
        };
    if (nodes.size() > 0 && nodes.get(nodes.size() - 1) == node) {
      throw place.wrong("a node is given two parts of the same split");
    }
    nodes.add(node);
    parts.add(part);
  }

  Split toSplit() {
    IntList[] lists = new IntList[PARTS + 1];
    for (int part = 0; part <= PARTS; part++) {
      lists[part] = new IntList();
    }
    for (int i = 0; i < nodes.size(); i++) {
      lists[parts.get(i)].add(nodes.get(i));
    }
    return new Split(lists[0].toArray(), lists[1].toArray(), lists[2].toArray());
  }
}
