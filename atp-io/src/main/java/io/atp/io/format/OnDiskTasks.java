package io.atp.io.format;

import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The tasks of an OnDiskDataset that are about nodes: sets of seeds, each a split, and the labels
/// that come with the seeds of the first task.
final class OnDiskTasks {
  private static final System.Logger LOG = System.getLogger(OnDiskTasks.class.getName());
  private static final int MAX_CLASSES = 1 << 24;

  private final Path folder;
  private final int nodes;
  private final List<Split> splits = new ArrayList<>();
  private int[] values;
  private int classes;

  private OnDiskTasks(Path folder, int nodes) {
    this.folder = folder;
    this.nodes = nodes;
  }

  static OnDiskTasks read(Path folder, List<YamlView> tasks, int nodes) throws IOException {
    OnDiskTasks read = new OnDiskTasks(folder, nodes);
    for (YamlView task : tasks) {
      read.add(task);
    }
    return read;
  }

  private record SeedSet(int[] seeds, int[] labels) {}

  private void add(YamlView task) throws IOException {
    int count = task.count("num_classes").orElse(0);
    if (count > MAX_CLASSES) {
      throw task.wrong("%,d classes; up to %,d are read".formatted(count, MAX_CLASSES));
    }
    classes = Math.max(classes, count);
    List<SeedSet> sets = new ArrayList<>();
    for (String name : List.of("train_set", "validation_set", "test_set")) {
      sets.add(set(task, name));
    }
    if (sets.stream().allMatch(set -> set == null)) {
      return;
    }
    int[][] seeds =
        sets.stream().map(set -> set == null ? new int[0] : set.seeds()).toArray(int[][]::new);
    splits.add(Splits.of(task.source(), nodes, seeds[0], seeds[1], seeds[2]));
    if (splits.size() == 1 && sets.stream().anyMatch(set -> set != null && set.labels() != null)) {
      values = new int[nodes];
      Arrays.fill(values, Labels.UNLABELLED);
      for (SeedSet set : sets) {
        for (int i = 0; set != null && set.labels() != null && i < set.labels().length; i++) {
          values[set.seeds()[i]] = set.labels()[i];
        }
      }
    }
  }

  /// One set of a task; null if it is absent, or not about single nodes.
  private SeedSet set(YamlView task, String name) throws IOException {
    List<YamlView> types = task.list(name);
    if (types.isEmpty()) {
      return null;
    }
    if (types.size() > 1) {
      throw task.wrong("'%s' has %d node types; one is read".formatted(name, types.size()));
    }
    int[] seeds = null;
    int[] labels = null;
    for (YamlView data : types.getFirst().list("data")) {
      String kind = data.text("name").orElse("");
      if (!kind.equals("seeds") && !kind.equals("seed_nodes") && !kind.equals("labels")) {
        continue;
      }
      requireNumpy(data);
      NpyArray array = Npy.read(FolderFile.of(folder, data.requiredText("path"), data.source()));
      if (array.shape().length == 2 && array.shape()[1] != 1 || array.shape().length > 2) {
        LOG.log(
            System.Logger.Level.INFO,
            "{0} has shape {1} and is no list of nodes: its set is passed over",
            array.source(),
            array.header().shapeText());
        return null;
      }
      if (kind.equals("labels")) {
        labels = array.toInts();
      } else {
        seeds = array.toInts();
      }
    }
    if (seeds == null) {
      throw task.wrong("'%s' has no seeds".formatted(name));
    }
    if (labels != null && labels.length != seeds.length) {
      throw task.wrong(
          "'%s' has %d seeds and %d labels".formatted(name, seeds.length, labels.length));
    }
    return new SeedSet(seeds, labels);
  }

  static void requireNumpy(YamlView data) throws IOException {
    String format = data.text("format").orElse("numpy");
    if (!format.equals("numpy")) {
      throw data.wrong("format '%.40s' is not read, but numpy is".formatted(format));
    }
  }

  List<Split> splits() {
    return splits;
  }

  Optional<Labels> labels() throws IOException {
    return values == null
        ? Optional.empty()
        : Optional.of(NpzParts.labels(folder.toString(), values, nodes, classes));
  }

  /// Labels of all nodes from one file, with the classes the tasks tell of.
  Labels labels(Path file) throws IOException {
    return NpzParts.labels(file.toString(), Npy.read(file).toInts(), nodes, classes);
  }
}
