package io.atp.lab.study;

import java.util.List;
import java.util.stream.Collectors;

/// Every table and figure of the paper.
public final class Studies {
  private static final List<Study> ALL =
      List.of(
          new DataStudy(),
          TableStudies.backbones(),
          TableStudies.decoupled(),
          TableStudies.nodewise(),
          TableStudies.ablation(),
          TableStudies.transformers(),
          TableStudies.fsgnn(),
          TableStudies.sampling(),
          TableStudies.samplingTime(),
          TableStudies.centralities(),
          new CurveStudy(),
          FigureStudies.selection(),
          FigureStudies.kernels(),
          FigureStudies.time(),
          FigureStudies.sparsity(
              "features", "missing-features", "share of unlabelled nodes without features"),
          FigureStudies.sparsity("edges", "missing-edges", "share of edges missing"),
          FigureStudies.labels(),
          new HeatStudy(),
          FigureStudies.maskRatio(),
          FigureStudies.sampleRatio());

  private Studies() {}

  public static List<Study> all() {
    return ALL;
  }

  /// @throws IllegalArgumentException naming those there are
  public static List<Study> named(String name) {
    if (name.equals("all")) {
      return ALL;
    }
    return List.of(
        ALL.stream()
            .filter(study -> study.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no experiment '%s'; there are all, %s"
                            .formatted(
                                name,
                                ALL.stream().map(Study::name).collect(Collectors.joining(", "))))));
  }
}
