package io.atp.io.format;

import io.atp.io.dataset.Split;
import io.atp.io.text.NumberLines;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Where the parts of one OGB node-property folder lie, and those that both its layouts share.
record OgbFiles(Path folder) {
  Path raw(String name) {
    return folder.resolve("raw").resolve(name);
  }

  boolean has(String name) {
    return Files.isRegularFile(raw(name));
  }

  boolean binary() {
    return has("data.npz");
  }

  boolean text() {
    return has("edge.csv.gz") || has("node-label.csv.gz") || has("num-node-list.csv.gz");
  }

  /// One whole number a line.
  static int[] column(Path file) throws IOException {
    int[] values = new int[1 << 10];
    int count = 0;
    try (NumberLines lines = NumberLines.open(file)) {
      while (lines.nextLine()) {
        long value = lines.whole();
        lines.endLine();
        if (value != (int) value) {
          throw lines.wrong("%d is outside the range of a 32-bit integer".formatted(value));
        }
        if (count == values.length) {
          values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = (int) value;
      }
    }
    return Arrays.copyOf(values, count);
  }

  /// `split/NAME/{train,valid,test}.csv.gz`, for every name in order.
  List<Split> splits(int nodes) throws IOException {
    List<Split> splits = new ArrayList<>();
    for (Path scheme : schemes()) {
      splits.add(
          Splits.of(
              scheme.toString(),
              nodes,
              column(scheme.resolve("train.csv.gz")),
              column(scheme.resolve("valid.csv.gz")),
              column(scheme.resolve("test.csv.gz"))));
    }
    return splits;
  }

  private List<Path> schemes() throws IOException {
    List<Path> schemes = new ArrayList<>();
    Path split = folder.resolve("split");
    if (Files.isDirectory(split)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(split)) {
        for (Path entry : entries) {
          if (Files.isRegularFile(entry.resolve("train.csv.gz"))) {
            schemes.add(entry);
          }
        }
      }
    }
    schemes.sort(null);
    return schemes;
  }
}
