package io.atp.io.format;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.dataset.Labels;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// What the `.npz` layouts have in common: dense features, class numbers, and telling a layout by
/// its keys.
final class NpzParts {
  private NpzParts() {}

  /// Whether a file is an archive that holds all these arrays; one that cannot be opened is not.
  static boolean hasKeys(Path path, String... keys) {
    if (!isNpz(path)) {
      return false;
    }
    try (Npz npz = Npz.open(path)) {
      return npz.names().containsAll(List.of(keys));
    } catch (IOException e) {
      return false; // the reader that takes every .npz tries again and says what is wrong
    }
  }

  static boolean isNpz(Path path) {
    return Files.isRegularFile(path) && path.getFileName().toString().endsWith(".npz");
  }

  /// A matrix of numbers as float32 in memory of the workspace, all finite.
  static DenseFeatures features(NpyArray array, int nodes, Workspace work) throws IOException {
    long[] shape = array.shape();
    if (shape.length != 2) {
      throw new IOException(
          "%s has shape %s, and should have two axes"
              .formatted(array.source(), array.header().shapeText()));
    }
    if (shape[0] != nodes || shape[1] > Integer.MAX_VALUE - 8) {
      throw new IOException(
          "%s: features have shape %s, graph has %d nodes"
              .formatted(array.source(), array.header().shapeText(), nodes));
    }
    MemorySegment data = work.allocateFloats(array.length());
    if (array.type().toString().equals("<f4")) {
      data.copyFrom(array.data());
    } else {
      float[] values = array.toFloats();
      MemorySegment.copy(values, 0, data, ValueLayout.JAVA_FLOAT_UNALIGNED, 0, values.length);
    }
    var features = new DenseFeatures(nodes, (int) shape[1], data);
    FiniteFeatures.require(features, array.source(), work.workers());
    return features;
  }

  /// One number per node → labels; a negative one is none.
  ///
  /// Numbers need not count from 0 (Flickr's run from 1 to 9). They are kept as they are if all lie
  /// below `named`, the count of classes that have a name; otherwise the distinct ones become 0 …
  /// c−1 in their order.
  static Labels labels(String source, int[] values, int nodes, int named) throws IOException {
    return labels(source, values, nodes, named, List.of());
  }

  /// The same with the names of the classes, none if they are not known.
  static Labels labels(String source, int[] values, int nodes, int named, List<String> names)
      throws IOException {
    if (values.length != nodes) {
      throw new IOException(
          "%s: labels have %d entries, graph has %d nodes".formatted(source, values.length, nodes));
    }
    int[] distinct = distinct(values);
    boolean keep = distinct.length == 0 || distinct[distinct.length - 1] < named;
    for (int node = 0; node < nodes; node++) {
      if (values[node] < 0) {
        values[node] = Labels.UNLABELLED;
      } else if (!keep) {
        values[node] = Arrays.binarySearch(distinct, values[node]);
      }
    }
    Labels labels = new Labels(keep ? named : distinct.length, values);
    return keep ? labels.named(names) : labels;
  }

  /// The texts of an array of names; none if it holds numbers.
  static List<String> names(NpyArray array) throws IOException {
    return array.type().isText() ? List.of(array.toStrings()) : List.of();
  }

  /// The numbers from 0 on that occur, increasing.
  private static int[] distinct(int[] values) {
    int[] sorted = values.clone();
    Arrays.sort(sorted);
    int kept = 0;
    for (int value : sorted) {
      if (value >= 0 && (kept == 0 || value != sorted[kept - 1])) {
        sorted[kept++] = value;
      }
    }
    return Arrays.copyOf(sorted, kept);
  }
}
