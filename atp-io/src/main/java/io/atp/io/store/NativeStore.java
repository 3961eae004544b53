package io.atp.io.store;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.HalfFeatures;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.MultiLabels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.json.Json;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A graph as a folder of `.npy` files and a `manifest.json`, to be mapped by Java and NumPy alike.
///
/// | file | type | holds |
/// | --- | --- | --- |
/// | `offsets.npy`, `targets.npy` | int64, int32 | the rows of the graph |
/// | `features.npy` | float32, n × f | dense features |
/// | `features-offsets.npy`, `-columns`, `-values` | int64, int32, float32 | sparse ones instead |
/// | `generatedFeatures` in the manifest | – | a recipe by which features are computed instead |
/// | `labels.npy` | int32 | a class per node, −1 for none |
/// | `class-names.json` | a list | the names of the classes, where they have names |
/// | `multi-labels.npy` | uint8, n × c | 0 or 1 per node and class, instead |
/// | `split-train.npy`, `-validation`, `-test` | int32 | node ids |
/// | `split-1-train.npy`, … | int32 | the same for every further split |
/// | `times.npy` | int32 | when a node came to be |
/// | `ids.npy` | int64 | the user's node numbers, where they are not 0 … n−1 |
/// | `ids-bytes.npy`, `ids-offsets.npy` | uint8, int64 | the user's node names, UTF-8 |
public final class NativeStore {
  public static final int FORMAT_VERSION = 1;
  public static final String MANIFEST = Ownership.MANIFEST;
  public static final String CLASS_NAMES = "class-names.json";

  private static final String FEATURES = "features.npy";

  private final OutputFolder out;
  private final List<String> names = new ArrayList<>();

  private NativeStore(OutputFolder out) {
    this.out = out;
  }

  /// Writes all parts of `data` and the manifest, which holds size and checksum of each.
  ///
  /// @throws IOException also for features that are not finite
  public static void write(OutputFolder out, GraphData data, Workspace work) throws IOException {
    new NativeStore(out).write(data, work);
  }

  private void write(GraphData data, Workspace work) throws IOException {
    CsrGraph graph = data.graph();
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("producer", Ownership.PRODUCER);
    manifest.put("formatVersion", FORMAT_VERSION);
    manifest.put("name", data.name());
    manifest.put("nodes", graph.nodeCount());
    manifest.put("arcs", graph.arcCount());
    manifest.put("symmetric", graph.symmetric());
    manifest.put("account", account(data.account()));
    rows("offsets.npy", "<i8", graph.nodeCount() + 1L, graph.offsets(), work);
    rows("targets.npy", "<i4", graph.arcCount(), graph.targets(), work);
    if (data.features().isPresent()) {
      FiniteFeatures.require(data.features().get(), data.name(), work.workers());
      manifest.put("features", data.features().get().width());
      switch (data.features().get()) {
        case DenseFeatures dense -> {
          if (work.checkpoint().isPresent()) {
            writeRows(dense, work);
          } else {
            out.writeArray(
                named(FEATURES), "<f4", new long[] {dense.rows(), dense.width()}, dense.data());
          }
        }
        case SparseFeatures sparse -> writeSparse(sparse);
        case HalfFeatures half -> writeRows(half, work);
        case ComputedFeatures computed -> {
          if (computed.recipe().isEmpty()) {
            writeRows(computed, work);
          } else {
            manifest.put("generatedFeatures", new TreeMap<>(computed.recipe()));
          }
        }
      }
    }
    if (data.labels().isPresent()) {
      manifest.put("classes", data.labels().get().classCount());
      out.writeInts(named("labels.npy"), data.labels().get().values());
      if (data.labels().get().classNames().isPresent()) {
        out.writeText(named(CLASS_NAMES), Json.write(data.labels().get().classNames().get()));
      }
    }
    if (data.multiLabels().isPresent()) {
      manifest.put("classes", data.multiLabels().get().classCount());
      writeMultiLabels(data.multiLabels().get(), work);
    }
    for (int i = 0; i < data.splits().size(); i++) {
      Split split = data.splits().get(i);
      out.writeInts(named(splitFile(i, "train")), split.train());
      out.writeInts(named(splitFile(i, "validation")), split.validation());
      out.writeInts(named(splitFile(i, "test")), split.test());
    }
    if (data.times().isPresent()) {
      out.writeInts(named("times.npy"), data.times().get());
    }
    manifest.put("inductive", data.inductive());
    writeIds(data.ids());
    Map<String, Object> files = new LinkedHashMap<>();
    out.seal(names).forEach((name, summary) -> files.put(name, summary.toMap()));
    manifest.put("files", files);
    out.writeText(MANIFEST, SelfChecked.write(manifest));
  }

  /// A spilled array lies in a file already, which becomes the store's.
  private void rows(String name, String dtype, long count, MemorySegment data, Workspace work)
      throws IOException {
    Optional<Path> spilled = work.spill().flatMap(spill -> spill.take(data));
    if (spilled.isPresent()) {
      boolean stays = work.checkpoint().isPresent();
      out.adoptArray(named(name), dtype, length(count), spilled.get(), stays);
    } else {
      out.writeArray(named(name), dtype, length(count), data);
    }
  }

  private void writeSparse(SparseFeatures sparse) throws IOException {
    out.writeArray(
        named("features-offsets.npy"), "<i8", length(sparse.rows() + 1L), sparse.offsets());
    out.writeArray(
        named("features-columns.npy"), "<i4", length(sparse.entries()), sparse.columns());
    out.writeArray(named("features-values.npy"), "<f4", length(sparse.entries()), sparse.values());
  }

  /// As float32, row by row. Pages that are full are handed back: the matrix may be larger than
  /// memory.
  private void writeRows(Features features, Workspace work) throws IOException {
    if (work.checkpoint().isPresent()) {
      out.link(named(FEATURES), KeptFeatures.keep(features, FEATURES, work));
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      int width = features.width();
      DenseFeatures wide = out.mapFloats(named(FEATURES), features.rows(), width, arena);
      work.workers()
          .forEachRange(
              features.rows(),
              1 << 14,
              (from, to) -> {
                for (int row = from; row < to; row++) {
                  features.copyRow(row, 0, width, wide.data(), wide.at(row, 0));
                }
                if (wide.data().isMapped()) {
                  long start = wide.at(from, 0);
                  wide.data().asSlice(start, wide.at(to, 0) - start).unload();
                }
              });
    }
  }

  private void writeMultiLabels(MultiLabels labels, Workspace work) throws IOException {
    int nodes = labels.nodeCount();
    int classes = labels.classCount();
    try (Workspace scratch = work.scratch()) {
      MemorySegment bits = scratch.allocate((long) nodes * classes);
      for (int node = 0; node < nodes; node++) {
        for (int label = 0; label < classes; label++) {
          byte bit = (byte) (labels.has(node, label) ? 1 : 0);
          bits.set(ValueLayout.JAVA_BYTE, (long) node * classes + label, bit);
        }
      }
      out.writeArray(named("multi-labels.npy"), "|u1", new long[] {nodes, classes}, bits);
    }
  }

  private void writeIds(NodeIds ids) throws IOException {
    switch (ids) {
      case NodeIds.Same _ -> {}
      case NodeIds.Numbers numbers -> out.writeLongs(named("ids.npy"), numbers.values());
      case NodeIds.Names names -> {
        long bytes = names.bytes().byteSize();
        out.writeArray(named("ids-bytes.npy"), "|u1", length(bytes), names.bytes());
        out.writeArray(
            named("ids-offsets.npy"), "<i8", length(names.count() + 1L), names.offsets());
      }
    }
  }

  /// File of one part of split `index`; the first split goes without a number.
  public static String splitFile(int index, String part) {
    return index == 0 ? "split-%s.npy".formatted(part) : "split-%d-%s.npy".formatted(index, part);
  }

  private static Map<String, Object> account(BuildAccount account) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("arcsRead", account.arcsRead());
    map.put("selfLoopsRemoved", account.selfLoopsRemoved());
    map.put("duplicatesRemoved", account.duplicatesRemoved());
    map.put("reversesAdded", account.reversesAdded());
    return map;
  }

  private String named(String name) {
    names.add(name);
    return name;
  }

  private static long[] length(long count) {
    return new long[] {count};
  }
}
