package io.atp.bench;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.NativeView;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyWriter;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Matrix;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;

/// What an epoch works on, made once and read by everybody from the same files.
///
/// @param trainNodes at equal distances, as large a share of all as in ogbn-arxiv
record EpochData(GraphInputs inputs, Labels labels, int[] trainNodes) {
  private static final double TRAIN_SHARE = 0.537;
  private static final double KERNEL_COEFFICIENT = 0.5;

  /// Writes graph, operator with r = ½, features, classes, training nodes, and the weights every
  /// model starts from.
  static EpochData write(GeneratorConfig shape, BenchFolder folder, Workspace work)
      throws IOException {
    GraphData data = GraphGenerator.generate(shape, work);
    DenseFeatures features = (DenseFeatures) data.features().orElseThrow();
    Labels labels = data.labels().orElseThrow();
    folder.write(PropagationOperator.classic(data.graph(), KERNEL_COEFFICIENT), features, work);
    int[] trainNodes = trainNodes(shape.nodeCount());
    ints(folder.file("classes.npy"), labels.values());
    ints(folder.file("train-nodes.npy"), trainNodes);
    EpochData made = new EpochData(inputs(data.graph(), features, work), labels, trainNodes);
    for (EpochModel model : EpochModel.values()) {
      try (var store = new ParameterStore(EpochModel.SEED)) {
        model.create(made.inputs(), labels.classCount(), store);
        for (Map.Entry<String, Matrix> entry : store.values().entrySet()) {
          Matrix value = entry.getValue();
          NpyWriter.write(
              weights(folder.path(), model, entry.getKey()),
              "<f4",
              new long[] {value.rows(), value.columns()},
              value.data());
        }
      }
    }
    return made;
  }

  /// @param arena keeps the files mapped
  static EpochData read(Path folder, Arena arena, Workspace work) throws IOException {
    CsrGraph graph =
        CsrGraph.of(
            NativeView.of(Npy.map(folder.resolve("graph-offsets.npy"), arena).data(), arena),
            NativeView.of(Npy.map(folder.resolve("graph-targets.npy"), arena).data(), arena),
            true);
    DenseFeatures features = Npy.mapFloats(folder.resolve("features.npy"), arena);
    int[] classes = Npy.read(folder.resolve("classes.npy")).toInts();
    int count = 0;
    for (int y : classes) {
      count = Math.max(count, y + 1);
    }
    return new EpochData(
        inputs(graph, features, work),
        new Labels(count, classes),
        Npy.read(folder.resolve("train-nodes.npy")).toInts());
  }

  static Path weights(Path folder, EpochModel model, String name) {
    return folder.resolve("%s-%s.npy".formatted(model, name));
  }

  private static GraphInputs inputs(CsrGraph graph, DenseFeatures features, Workspace work) {
    return GraphInputs.of(
        PropagationOperator.classic(graph, KERNEL_COEFFICIENT),
        NodeCoefficients.constant(graph.nodeCount(), KERNEL_COEFFICIENT),
        features,
        work);
  }

  private static int[] trainNodes(int nodeCount) {
    int[] nodes = new int[(int) (TRAIN_SHARE * nodeCount)];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = (int) (i / TRAIN_SHARE);
    }
    return nodes;
  }

  private static void ints(Path file, int[] values) throws IOException {
    NpyWriter.write(file, "<i4", new long[] {values.length}, MemorySegment.ofArray(values));
  }
}
