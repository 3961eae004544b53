package io.atp.bench;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.lang.foreign.MemorySegment;

/// Time per arc of one hop at n, 4n and 16n nodes of the same mean degree: how much of it is lost
/// when nothing fits a cache any more.
final class GrowthTask {
  private static final int WIDTH = 32;
  private static final int EDGES_PER_NODE = 10;
  private static final double LARGEST_GROWTH = 1.6;

  private GrowthTask() {}

  static void run(int smallest, int threads, int trials, Report report) {
    double first = 0;
    for (int factor : new int[] {1, 4, 16}) {
      int nodes = smallest * factor;
      try (Workspace work = Workspace.open(threads)) {
        GeneratorConfig config =
            GeneratorConfig.of(nodes, (long) EDGES_PER_NODE * nodes, WIDTH, 16);
        GraphData data = GraphGenerator.generate(config, work);
        CsrGraph graph = data.graph();
        DenseFeatures features = (DenseFeatures) data.features().orElseThrow();
        PropagationOperator operator = PropagationOperator.classic(graph, 0.5);
        MemorySegment out = work.allocate(features.data().byteSize());
        Timing timing = HopTask.walk(operator, features, 1, out, trials, work);
        double perArc = timing.best() / graph.arcCount();
        first = factor == 1 ? perArc : first;
        String growth =
            factor == 1
                ? ""
                : ", growth %.2f× (target < %s×)".formatted(perArc / first, LARGEST_GROWTH);
        report.add(
            Row.ours(
                "one hop, %,d nodes, f = %d".formatted(nodes, WIDTH),
                timing,
                "%.2f ns an arc%s".formatted(perArc * 1e9, growth)));
      }
    }
  }
}
