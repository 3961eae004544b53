package io.atp.lab.cell;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.plan.BuiltOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// How the coefficients r̃ lie in each tenth of the nodes by degree: the paper's heat map.
final class WeightsByDegree {
  private static final int PARTS = 10;

  private WeightsByDegree() {}

  /// Series `decile k`: shares of that tenth of the nodes, lowest degrees first, whose r̃ lies in
  /// each tenth of [0, 1].
  static CellRecord of(Cell cell, ExperimentConfig<?, ?> config, Subject subject, Workspace work) {
    CsrGraph graph = subject.data().graph();
    Map<String, List<Double>> series = new LinkedHashMap<>();
    try (Workspace scratch = work.scratch()) {
      var built = BuiltOperator.of(config.plan(), graph, subject.data().features(), scratch);
      int[] order =
          IntStream.range(0, graph.nodeCount())
              .boxed()
              .sorted(Comparator.<Integer>comparingInt(graph::degree).thenComparing(i -> i))
              .mapToInt(Integer::intValue)
              .toArray();
      for (int part = 0; part < PARTS; part++) {
        int from = (int) ((long) order.length * part / PARTS);
        int to = (int) ((long) order.length * (part + 1) / PARTS);
        double[] shares = new double[PARTS];
        for (int i = from; i < to; i++) {
          int bin = (int) Math.min(PARTS - 1, built.coefficients().of(order[i]) * PARTS);
          shares[bin] += 1.0 / (to - from);
        }
        series.put("decile " + part, new ArrayList<>(Arrays.stream(shares).boxed().toList()));
      }
    }
    return new CellRecord(
        cell.toMap(),
        List.of(),
        List.of(),
        config.plan().toMap(),
        Map.of(),
        0,
        Map.of(),
        series,
        Map.of(),
        "",
        subject.generated());
  }
}
