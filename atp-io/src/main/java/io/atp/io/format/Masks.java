package io.atp.io.format;

import io.atp.io.dataset.Split;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Splits stored as masks, 0 or 1 per node: one row of `nodes` entries per split.
final class Masks {
  private Masks() {}

  /// @param suffix what follows `train_`, `val_` and `test_` in the keys
  /// @param nodes how many nodes there are, or −1 to take the length of a row
  static List<Split> read(Npz npz, Path path, String suffix, int nodes) throws IOException {
    NpyArray train = npz.array("train_" + suffix);
    int width = nodes >= 0 ? nodes : rowLength(train);
    NpyArray[] parts = {train, npz.array("val_" + suffix), npz.array("test_" + suffix)};
    int count = rows(train, width);
    for (NpyArray part : parts) {
      if (rows(part, width) != count) {
        throw new IOException(
            "%s has shape %s, beside %s of shape %s"
                .formatted(
                    part.source(),
                    part.header().shapeText(),
                    train.source(),
                    train.header().shapeText()));
      }
    }
    List<Split> splits = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      String source = count == 1 ? path.toString() : "%s, split %d".formatted(path, row);
      int[] trainNodes = nodes(parts[0], row, width);
      splits.add(
          Splits.of(
              source, width, trainNodes, nodes(parts[1], row, width), nodes(parts[2], row, width)));
    }
    return splits;
  }

  private static int rowLength(NpyArray mask) throws IOException {
    long[] shape = mask.shape();
    if (shape.length == 0 || shape[shape.length - 1] > Integer.MAX_VALUE - 8) {
      throw wrongShape(mask, "one entry per node");
    }
    return (int) shape[shape.length - 1];
  }

  private static int rows(NpyArray mask, int width) throws IOException {
    long[] shape = mask.shape();
    boolean fits = shape.length == 1 || shape.length == 2 && shape[0] <= 1 << 16;
    if (!fits || shape[shape.length - 1] != width) {
      throw wrongShape(mask, "one row, or a few, of %d entries".formatted(width));
    }
    return shape.length == 1 ? 1 : (int) shape[0];
  }

  private static IOException wrongShape(NpyArray mask, String wanted) {
    return new IOException(
        "%s has shape %s, and should have %s"
            .formatted(mask.source(), mask.header().shapeText(), wanted));
  }

  private static int[] nodes(NpyArray mask, int row, int width) throws IOException {
    int[] nodes = new int[width];
    int count = 0;
    for (int node = 0; node < width; node++) {
      long bit = mask.wholeAt((long) row * width + node);
      if (bit != 0 && bit != 1) {
        throw new IOException(
            "%s: entry %d of row %d is %d, not 0 or 1".formatted(mask.source(), node, row, bit));
      }
      if (bit == 1) {
        nodes[count++] = node;
      }
    }
    return Arrays.copyOf(nodes, count);
  }
}
