package io.atp.io.format;

import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.io.dataset.Split;
import io.atp.io.json.JsonCursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The two JSON files of a GraphSAINT folder, walked through once.
///
/// `class_map.json`: `{"0": 3, …}` or, with many classes a node, `{"0": [0, 1, 0], …}`.
/// `role.json`: `{"tr": […], "va": […], "te": […]}`.
final class GraphSaintJson {
  private static final long ALWAYS_ALLOWED_BITS = 1L << 28;
  private static final int UNKNOWN = -2;

  private GraphSaintJson() {}

  /// One of the two, or neither.
  record Targets(Optional<Labels> labels, Optional<MultiLabels> multiLabels) {}

  static Split roles(Path file, int nodes) throws IOException {
    Map<String, int[]> parts = new TreeMap<>();
    try (JsonCursor json = JsonCursor.open(file)) {
      json.beginObject();
      while (json.nextKey()) {
        String role = json.key();
        if (!role.equals("tr") && !role.equals("va") && !role.equals("te")
            || parts.containsKey(role)) {
          throw json.wrong("'%.40s' is no role, or is there twice".formatted(role));
        }
        parts.put(role, numbers(json));
      }
      json.end();
      if (parts.size() < 3) {
        throw json.wrong("of the roles tr, va and te only %s are there".formatted(parts.keySet()));
      }
    }
    return Splits.of(file.toString(), nodes, parts.get("tr"), parts.get("va"), parts.get("te"));
  }

  private static int[] numbers(JsonCursor json) throws IOException {
    int[] values = new int[1 << 10];
    int count = 0;
    json.beginArray();
    while (json.nextItem()) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = json.whole();
    }
    return Arrays.copyOf(values, count);
  }

  static Targets classes(Path file, int nodes) throws IOException {
    try (JsonCursor json = JsonCursor.open(file)) {
      json.beginObject();
      if (!json.nextKey()) {
        json.end();
        return new Targets(Optional.empty(), Optional.empty());
      }
      Targets targets =
          json.atArray()
              ? new Targets(Optional.empty(), Optional.of(many(json, file, nodes)))
              : new Targets(Optional.of(single(json, file, nodes)), Optional.empty());
      json.end();
      return targets;
    }
  }

  private static Labels single(JsonCursor json, Path file, int nodes) throws IOException {
    int[] values = new int[nodes];
    Arrays.fill(values, UNKNOWN);
    do {
      int node = node(json, nodes);
      if (values[node] != UNKNOWN) {
        throw json.wrong("node %d is there twice".formatted(node));
      }
      values[node] = Math.max(Labels.UNLABELLED, json.whole());
    } while (json.nextKey());
    return TargetRows.labels(file.toString(), values);
  }

  private static MultiLabels many(JsonCursor json, Path file, int nodes) throws IOException {
    int[] first = numbers(json);
    int firstNode = node(json, nodes);
    if (first.length > TargetRows.MAX_WIDTH
        || (long) nodes * first.length > Math.max(ALWAYS_ALLOWED_BITS, 4 * Files.size(file))) {
      throw json.wrong(
          "%,d classes for %,d nodes are more than the file can hold"
              .formatted(first.length, nodes));
    }
    MultiLabels labels = MultiLabels.none(nodes, first.length);
    BitSet seen = new BitSet(nodes);
    seen.set(firstNode);
    for (int label = 0; label < first.length; label++) {
      set(json, labels, firstNode, label, first[label]);
    }
    while (json.nextKey()) {
      int node = node(json, nodes);
      if (seen.get(node)) {
        throw json.wrong("node %d is there twice".formatted(node));
      }
      seen.set(node);
      int label = 0;
      json.beginArray();
      while (json.nextItem()) {
        if (label == first.length) {
          throw json.wrong("node %d has more than %d entries".formatted(node, first.length));
        }
        set(json, labels, node, label++, json.number());
      }
      if (label < first.length) {
        throw json.wrong("node %d has %d of %d entries".formatted(node, label, first.length));
      }
    }
    return labels;
  }

  private static void set(JsonCursor json, MultiLabels labels, int node, int label, double value)
      throws IOException {
    if (value != 0 && value != 1) {
      throw json.wrong("entry %d of node %d is %s, not 0 or 1".formatted(label, node, value));
    }
    if (value == 1) {
      labels.set(node, label);
    }
  }

  private static int node(JsonCursor json, int nodes) throws IOException {
    String key = json.key();
    boolean number = !key.isEmpty() && key.length() < 10;
    for (int i = 0; i < key.length() && number; i++) {
      number = key.charAt(i) >= '0' && key.charAt(i) <= '9';
    }
    int node = number ? Integer.parseInt(key) : -1;
    if (node < 0 || node >= nodes) {
      throw json.wrong("'%.40s' is no node from 0 to %d".formatted(key, nodes - 1));
    }
    return node;
  }
}
