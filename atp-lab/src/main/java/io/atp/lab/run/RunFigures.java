package io.atp.lab.run;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.correct.MaskOrder;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.lab.report.Report;
import io.atp.lab.report.Setup;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.plan.OperatorPlan;
import java.util.List;
import java.util.Optional;

/// All figures of one training run.
///
/// @param sides the baseline, then ATP where it ran
/// @param seed of the paired comparison
/// @param classNames one for each class; empty where nodes have many labels
/// @param coefficients r̃ by degree, where it differs between nodes
/// @param hidden edges by degree; empty where nothing was corrected
/// @param generated whether the graph was made up
public record RunFigures(
    String dataSet,
    String model,
    List<Side> sides,
    long seed,
    List<String> classNames,
    Optional<CoefficientMap> coefficients,
    List<HiddenEdges> hidden,
    boolean generated) {
  public RunFigures {
    sides = List.copyOf(sides);
    classNames = List.copyOf(classNames);
    hidden = List.copyOf(hidden);
  }

  /// The experiment with ATP, and the operator it ran on.
  public record Adaptive(ExperimentResult result, OperatorPlan plan) {}

  /// What was run.
  ///
  /// @param generated whether the graph was made up
  public record Subject(String dataSet, String model, long seed, boolean generated) {}

  /// The edges a correction hid are found by hiding them again: results carry counts only.
  public static RunFigures of(
      Subject subject,
      LabelledData data,
      ExperimentResult baseline,
      Optional<Adaptive> adaptive,
      Workspace work) {
    List<Side> sides =
        adaptive.isPresent()
            ? List.of(Side.of("baseline", baseline), Side.of("ATP", adaptive.get().result()))
            : List.of(Side.of("baseline", baseline));
    return new RunFigures(
        subject.dataSet(),
        subject.model(),
        sides,
        subject.seed(),
        data.labels().map(Labels::allNames).orElse(List.of()),
        adaptive
            .map(side -> side.result().coefficients())
            .filter(RunFigures::differ)
            .map(coefficients -> CoefficientMap.of(data.graph(), coefficients)),
        adaptive.map(side -> hidden(data, side, work)).orElse(List.of()),
        subject.generated());
  }

  private static boolean differ(NodeCoefficients coefficients) {
    double first = coefficients.of(0);
    for (double value : coefficients.values()) {
      if (value != first) {
        return true;
      }
    }
    return false;
  }

  private static List<HiddenEdges> hidden(LabelledData data, Adaptive side, Workspace work) {
    if (side.result().account().isEmpty() || side.plan().correction().isEmpty()) {
      return List.of();
    }
    CorrectionConfig config = side.plan().correction().get();
    try (Workspace scratch = work.quietScratch()) {
      CsrGraph graph = data.graph();
      var corrected =
          config.order() == MaskOrder.RANDOM
              ? HighBiasCorrection.apply(graph, config, scratch)
              : HighBiasCorrection.apply(
                  graph, side.result().scaling().apply(data.features(), scratch), config, scratch);
      return HiddenEdges.of(graph, corrected.graph());
    }
  }

  public Report toReport(Setup setup) {
    return RunReport.of(this, setup);
  }
}
