package io.atp.lab.cell;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.FirstLayerWeights;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.Gat;
import io.atp.learn.plan.BuiltOperator;
import io.atp.learn.plan.OperatorUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// How the weights of nodes lie in each tenth of them by degree: the paper's heat map. Weights are
/// the coefficients r̃, or what a backbone that learns its own gives in its first layer.
final class WeightsByDegree {
  static final int PARTS = 10;

  private WeightsByDegree() {}

  /// Series `decile k`: shares of that tenth of the nodes, lowest degrees first, whose weight lies
  /// in each tenth of [0, 1].
  static CellRecord of(Cell cell, ExperimentConfig<?, ?> config, Subject subject, Workspace work) {
    CsrGraph graph = subject.data().graph();
    Map<String, List<Double>> series = new LinkedHashMap<>();
    try (Workspace scratch = work.scratch()) {
      double[] weights = weights(config, subject, scratch);
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
          int bin = (int) Math.min(PARTS - 1, weights[order[i]] * PARTS);
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
        "",
        subject.generated(),
        Map.of());
  }

  private static double[] weights(ExperimentConfig<?, ?> config, Subject subject, Workspace work) {
    LabelledData data = subject.data();
    if (config.operatorUse() == OperatorUse.WEIGHTS) {
      return BuiltOperator.of(config.plan(), data.graph(), data.features(), work)
          .coefficients()
          .values();
    }
    double[] learned = FirstLayerWeights.of(data, config, 0, work);
    // Attention received has no upper end: v / (1 + v) is ½ where all weigh the same.
    return config.backbone() instanceof Gat
        ? Arrays.stream(learned).map(v -> v / (1 + v)).toArray()
        : learned;
  }
}
