package io.atp.io.format;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.text.NumberLines;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The `raw/*.csv.gz` files of an OGB folder, parsed from bytes.
final class OgbText {
  private static final int MAX_WIDTH = 1 << 20;
  private static final long ALWAYS_ALLOWED = 8L << 20;
  private static final long MAX_RATIO = 100;

  private final OgbFiles files;

  OgbText(OgbFiles files) {
    this.files = files;
  }

  Optional<TargetRows> targets() throws IOException {
    if (!files.has("node-label.csv.gz")) {
      return Optional.empty();
    }
    Path file = files.raw("node-label.csv.gz");
    TargetRows targets = null;
    double[] row = new double[TargetRows.MAX_WIDTH];
    try (NumberLines lines = NumberLines.open(file)) {
      while (lines.nextLine()) {
        int width = 0;
        while (lines.peek() >= 0 && width < row.length) {
          row[width++] = lines.decimal();
        }
        lines.endLine();
        targets = targets == null ? new TargetRows(file.toString(), width) : targets;
        if (width != targets.width()) {
          throw lines.wrong("%d labels, and %d before".formatted(width, targets.width()));
        }
        for (int i = 0; i < width; i++) {
          targets.add(row[i]);
        }
      }
    }
    return Optional.ofNullable(targets);
  }

  /// The single number of `num-node-list` or `num-edge-list`.
  Optional<Long> single(String name) throws IOException {
    if (!files.has(name)) {
      return Optional.empty();
    }
    try (NumberLines lines = NumberLines.open(files.raw(name))) {
      if (!lines.nextLine()) {
        throw new IOException("%s is empty".formatted(files.raw(name)));
      }
      long value = lines.whole();
      lines.endLine();
      if (lines.nextLine()) {
        throw lines.wrong("a second graph; folders of one graph are read");
      }
      return Optional.of(value);
    }
  }

  void edges(int nodes, ArcBuffer arcs) throws IOException {
    try (NumberLines lines = NumberLines.open(files.raw("edge.csv.gz"))) {
      while (lines.nextLine()) {
        long source = lines.whole();
        long target = lines.whole();
        lines.endLine();
        if (source < 0 || source >= nodes || target < 0 || target >= nodes) {
          throw lines.wrong(
              "edge %d → %d names a node outside 0 to %d".formatted(source, target, nodes - 1));
        }
        arcs.add((int) source, (int) target);
      }
    }
  }

  Optional<Features> features(int nodes, Workspace work) throws IOException {
    if (!files.has("node-feat.csv.gz")) {
      return Optional.empty();
    }
    Path file = files.raw("node-feat.csv.gz");
    try (NumberLines lines = NumberLines.open(file)) {
      float[] row = firstRow(lines);
      requireRoom(file, nodes, row.length);
      MemorySegment data = work.allocateFloats((long) nodes * row.length);
      for (int node = 0; node < nodes; node++) {
        if (node > 0) {
          nextRow(lines, row, node, nodes);
        }
        long at = (long) node * row.length * Float.BYTES;
        MemorySegment.copy(row, 0, data, ValueLayout.JAVA_FLOAT_UNALIGNED, at, row.length);
      }
      if (lines.nextLine()) {
        throw lines.wrong("a row of features more than the %d nodes".formatted(nodes));
      }
      DenseFeatures features = new DenseFeatures(nodes, row.length, data);
      FiniteFeatures.require(features, file.toString(), work.workers());
      return Optional.of(features);
    }
  }

  private static float[] firstRow(NumberLines lines) throws IOException {
    float[] row = new float[1 << 7];
    int width = 0;
    if (lines.nextLine()) {
      while (lines.peek() >= 0) {
        if (width == MAX_WIDTH) {
          throw lines.wrong("more than %,d columns".formatted(MAX_WIDTH));
        }
        if (width == row.length) {
          row = Arrays.copyOf(row, 2 * width);
        }
        row[width++] = (float) lines.decimal();
      }
    }
    return Arrays.copyOf(row, width);
  }

  private static void nextRow(NumberLines lines, float[] row, int node, int nodes)
      throws IOException {
    if (!lines.nextLine()) {
      throw lines.wrong("the features end after %d of %d nodes".formatted(node, nodes));
    }
    for (int column = 0; column < row.length; column++) {
      row[column] = (float) lines.decimal();
    }
    lines.endLine();
  }

  /// A number takes two bytes of text at least, and text no more room than a gzip file may unfold.
  private static void requireRoom(Path file, long nodes, long width) throws IOException {
    long numbers = Math.max(ALWAYS_ALLOWED, MAX_RATIO * Files.size(file));
    if (nodes * width > numbers) {
      throw new IOException(
          "%s, line 1: %,d columns for %,d nodes are more than its %,d bytes can hold"
              .formatted(file, width, nodes, Files.size(file)));
    }
  }
}
