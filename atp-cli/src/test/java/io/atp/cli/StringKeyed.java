package io.atp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A small folder of `nodes.csv` and `edges.csv` with names for ids and for classes: two rings, one
/// of each class, with a few edges between them. Rows stand in no order.
public final class StringKeyed {
  public static final int NODES = 24;

  private StringKeyed() {}

  public static String id(int i) {
    return (i % 2 == 0 ? "paper " : "auteur é,") + i;
  }

  public static Path folder(Path parent) throws IOException {
    Path folder = Files.createDirectories(parent.resolve("strings"));
    var nodes = new StringBuilder("id,label,split,f0,f1,f2\n");
    var edges = new StringBuilder("src,dst\n");
    for (int step = 0; step < NODES; step++) {
      int i = step * 7 % NODES;
      String part = i < 8 ? "train" : i < 14 ? "val" : "test";
      nodes.append(
          "\"%s\",%s,%s,%s,%s,%s%n"
              .formatted(id(i), i % 2 == 0 ? "theory" : "art", part, i % 2, 0.25 * i, 1 - i % 3));
      edges.append("\"%s\",\"%s\"%n".formatted(id(i), id((i + 2) % NODES)));
      if (i % 5 == 0) {
        edges.append("\"%s\",\"%s\"%n".formatted(id(i), id((i + 1) % NODES)));
      }
    }
    Files.writeString(folder.resolve("nodes.csv"), nodes);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return folder;
  }
}
