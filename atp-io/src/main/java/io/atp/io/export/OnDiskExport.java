package io.atp.io.export;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.format.OnDiskReader;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A folder for DGL's `OnDiskDataset`: every arc in `edges.npy`, dense features in `feat.npy`, a
/// class per node in `label.npy`, one task per split. Names of nodes are in `ids.csv` and those of
/// classes in `classes.csv`, one a line, which the description calls `original_ids` and
/// `class_names`.
final class OnDiskExport {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final GraphData data;
  private final OutputFolder out;
  private final StringBuilder yaml = new StringBuilder();

  private OnDiskExport(GraphData data, OutputFolder out) {
    this.data = data;
    this.out = out;
  }

  static void write(GraphData data, OutputFolder out) throws IOException {
    new OnDiskExport(data, out).write();
  }

  private void write() throws IOException {
    line("dataset_name: \"%s\"".formatted(data.name().replaceAll("[\\p{Cntrl}\"\\\\]", "_")));
    ids();
    classNames();
    line("graph:");
    line("  nodes:");
    line("    - num: " + data.graph().nodeCount());
    line("  edges:");
    line("    - format: numpy");
    line("      path: edges.npy");
    edges();
    boolean features = ExportPart.FEATURES.presentIn(data);
    line(features || data.labels().isPresent() ? "feature_data:" : "feature_data: []");
    if (features) {
      features(data.features().orElseThrow());
      nodeData("feat", "feat.npy");
    }
    if (data.labels().isPresent()) {
      longs("label.npy", data.labels().get().values());
      nodeData("label", "label.npy");
    }
    tasks();
    out.writeText(OnDiskReader.METADATA, yaml.toString());
  }

  private void line(String text) {
    yaml.append(text).append('\n');
  }

  private void nodeData(String name, String path) {
    line("  - domain: node");
    line("    name: " + name);
    line("    format: numpy");
    line("    in_memory: true");
    line("    path: " + path);
  }

  private void edges() throws IOException {
    CsrGraph graph = data.graph();
    long arcs = graph.arcCount();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pairs = out.mapNew("edges.npy", "<i8", new long[] {2, arcs}, arena);
      for (int node = 0; node < graph.nodeCount(); node++) {
        for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
          pairs.set(LONG, arc * Long.BYTES, node);
          pairs.set(LONG, (arcs + arc) * Long.BYTES, graph.target(arc));
        }
      }
    }
  }

  private void features(Features features) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      DenseFeatures dense = out.mapFloats("feat.npy", features.rows(), features.width(), arena);
      for (int row = 0; row < features.rows(); row++) {
        features.copyRow(row, 0, features.width(), dense.data(), dense.at(row, 0));
      }
    }
  }

  private void longs(String name, int[] values) throws IOException {
    out.writeLongs(name, Arrays.stream(values).asLongStream().toArray());
  }

  private void tasks() throws IOException {
    int classes = data.labels().map(labels -> labels.classCount()).orElse(0);
    if (data.splits().isEmpty() && classes == 0) {
      line("tasks: []");
      return;
    }
    line("tasks:");
    if (data.splits().isEmpty()) {
      task(classes);
    }
    for (int i = 0; i < data.splits().size(); i++) {
      task(classes);
      Split split = data.splits().get(i);
      String prefix = data.splits().size() == 1 ? "" : "split%d-".formatted(i);
      set("train_set", prefix + "train", split.train());
      set("validation_set", prefix + "validation", split.validation());
      set("test_set", prefix + "test", split.test());
    }
  }

  private void task(int classes) {
    line("  - name: node_classification");
    line("    num_classes: " + classes);
  }

  private void set(String key, String file, int[] nodes) throws IOException {
    longs(file + "-seeds.npy", nodes);
    line("    %s:".formatted(key));
    line("      - data:");
    setData("seeds", file + "-seeds.npy");
    if (data.labels().isPresent()) {
      int[] values = data.labels().get().values();
      longs(file + "-labels.npy", Arrays.stream(nodes).map(node -> values[node]).toArray());
      setData("labels", file + "-labels.npy");
    }
  }

  private void setData(String name, String path) {
    line("          - name: " + name);
    line("            format: numpy");
    line("            in_memory: true");
    line("            path: " + path);
  }

  private void classNames() throws IOException {
    Optional<List<String>> names = data.labels().flatMap(Labels::classNames);
    if (names.isEmpty()) {
      return;
    }
    line("class_names: classes.csv");
    try (CsvText csv = new CsvText(out.newFile("classes.csv"))) {
      for (String name : names.get()) {
        csv.field(name).endRecord();
      }
    }
  }

  private void ids() throws IOException {
    if (data.ids() instanceof NodeIds.Same) {
      return;
    }
    line("original_ids: ids.csv");
    try (CsvText csv = new CsvText(out.newFile("ids.csv"))) {
      for (int node = 0; node < data.ids().count(); node++) {
        String name = data.ids().name(node);
        if (name.isEmpty()) {
          throw new IOException(
              "node %d of %s has an empty name, for which a list has no place"
                  .formatted(node, data.name()));
        }
        csv.field(name).endRecord();
      }
    }
  }
}
