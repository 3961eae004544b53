package io.atp.lab.study;

import static io.atp.lab.study.StudyParts.ATP;
import static io.atp.lab.study.StudyParts.BASELINE;
import static io.atp.lab.study.StudyParts.STAND_IN;
import static io.atp.lab.study.StudyParts.WHOLE;
import static io.atp.lab.study.StudyParts.part;
import static io.atp.lab.study.StudyParts.plain;
import static io.atp.lab.study.StudyParts.whole;
import static io.atp.lab.study.StudyParts.with;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.EncodingConfig;
import io.atp.lab.cell.Alteration;
import io.atp.lab.cell.AtpPart;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.study.GridStudy.Line;
import io.atp.lab.study.SweepStudy.Mark;
import io.atp.lab.study.SweepStudy.Method;
import io.atp.learn.plan.OperatorPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/// The paper's figures.
final class FigureStudies {
  private FigureStudies() {}

  private static DoubleFunction<OperatorChoice> masked(
      DoubleFunction<NodeChoice> choice, DoubleFunction<MaskBudget> budget) {
    return x ->
        new OperatorChoice.Fixed(
            new OperatorPlan(
                budget.apply(x) instanceof MaskBudget.MaskedShare(double share) && share == 0
                    ? Optional.empty()
                    : Optional.of(
                        new CorrectionConfig(
                            choice.apply(x), budget.apply(x), MaskBy.EDGES, MaskOrder.RANDOM, 0)),
                new OperatorPlan.Kernel.NodeWise(EncodingConfig.defaults())));
  }

  private static List<Double> grid(double from, double step, int count) {
    return DoubleStream.iterate(0, i -> i + 1)
        .limit(count)
        .map(i -> Math.round((from + i * step) * 1000) / 1000.0)
        .boxed()
        .toList();
  }

  static Study sweep(
      String name,
      String paper,
      String title,
      String question,
      String xLabel,
      List<Double> points,
      DoubleFunction<OperatorChoice> operator,
      String note) {
    return new SweepStudy(
        name,
        paper,
        title,
        question,
        with(List.of("ogbn-arxiv", "flickr"), List.of("cora", "pubmed", "amazon-computers")),
        xLabel,
        points,
        List.of(new Method("SGC", "sgc", operator), new Method("GAMLP", "gamlp", operator)),
        List.of(),
        true,
        List.of(note));
  }

  static Study selection() {
    return sweep(
        "selection",
        "Figure 2",
        "Share of high-degree nodes that are corrected",
        "How many nodes should lose edges?",
        "θ, share of nodes",
        grid(0.01, 0.01, 20),
        masked(x -> new NodeChoice.TopAndSampled(x, 0), _ -> new MaskBudget.MaskedShare(0.5)),
        "Half of the edges of the chosen nodes are masked, nobody else loses any.");
  }

  static Study maskRatio() {
    return sweep(
        "mask-ratio",
        "Figure 7",
        "Share of edges that a chosen node loses",
        "How many edges should they lose?",
        "M, share of a node's edges",
        grid(0, 0.1, 11),
        masked(_ -> new NodeChoice.TopAndSampled(0.1, 0.2), x -> new MaskBudget.MaskedShare(x)),
        "A tenth of the nodes by degree and a fifth of the others are chosen.");
  }

  static Study sampleRatio() {
    return sweep(
        "sample-ratio",
        "Figure 8",
        "Share of the other nodes that are chosen too",
        "Should nodes of low degree lose edges as well?",
        "s, share of the other nodes",
        grid(0, 0.05, 11),
        masked(x -> new NodeChoice.TopAndSampled(0.1, x), _ -> new MaskBudget.MaskedShare(0.5)),
        "A tenth of the nodes by degree is chosen in any case; half of their edges are masked.");
  }

  static Study kernels() {
    return new SweepStudy(
        "kernels",
        "Figure 3",
        "One r for all against coefficients by node",
        "Is a coefficient per node better than the best constant?",
        with(List.of("ogbn-papers100m", "flickr", "ogbn-arxiv"), STAND_IN),
        "r",
        grid(0, 0.1, 11),
        List.of(
            new Method(
                "GAMLP, constant r",
                "gamlp",
                r -> new OperatorChoice.Fixed(OperatorPlan.classic(r)))),
        List.of(
            new Mark(
                "coefficients by node",
                "gamlp",
                new OperatorChoice.Fixed(
                    new OperatorPlan(
                        Optional.empty(),
                        new OperatorPlan.Kernel.NodeWise(EncodingConfig.defaults()))))),
        false,
        List.of("No mask on either side."));
  }

  static Study time() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair : new String[][] {{"SGC", "sgc"}, {"GAMLP", "gamlp"}}) {
      lines.add(plain(pair[0], pair[1]));
      lines.add(part(pair[0], "correction", pair[1], AtpPart.WITHOUT_COEFFICIENTS));
      lines.add(part(pair[0], "coefficients", pair[1], AtpPart.WITHOUT_CORRECTION));
      lines.add(
          part(
              pair[0],
              "coefficients, no eigenvector",
              pair[1],
              AtpPart.WITHOUT_CORRECTION_AND_EIGENVECTOR));
      lines.add(whole(pair[0], "ATP", pair[1]));
      lines.add(part(pair[0], "ATP, no eigenvector", pair[1], AtpPart.WITHOUT_EIGENVECTOR));
    }
    return new TimeStudy(
        "time",
        "Figure 4",
        "Running time and effect of the parts",
        "What does each part cost, and what does it bring?",
        with(List.of("ogbn-papers100m", "reddit"), STAND_IN),
        lines,
        List.of(TimeStudy.NOTE));
  }

  private static List<Method> strategies(DoubleFunction<Alteration> alteration) {
    return List.of(
        new Method("GAMLP", "gamlp", _ -> BASELINE, List.of(), alteration),
        new Method("with DGC", "gamlp", _ -> BASELINE, List.of("dgc"), alteration),
        new Method("with NDLS", "gamlp", _ -> BASELINE, List.of("ndls"), alteration),
        new Method("with NDM", "gamlp", _ -> BASELINE, List.of("ndm"), alteration),
        new Method("with SCARA", "gamlp", _ -> BASELINE, List.of("scara"), alteration),
        new Method("with ATP", "gamlp", _ -> ATP, List.of(), alteration),
        new Method("ATP + SCARA + NDM", "gamlp", _ -> WHOLE, List.of("scara", "ndm"), alteration));
  }

  static Study sparsity(String what, String name, String xLabel) {
    DoubleFunction<Alteration> missing =
        what.equals("edges") ? Alteration.MissingEdges::new : Alteration.MissingFeatures::new;
    DoubleFunction<Alteration> alteration =
        share -> share == 0 ? new Alteration.None() : missing.apply(share);
    return new SweepStudy(
        name,
        "Figure 5",
        "Sparse " + what,
        "Which strategy bears missing " + what + " best?",
        with(List.of("ogbn-products"), List.of("cora", "amazon-computers")),
        xLabel,
        grid(0, 0.1, 10),
        strategies(alteration),
        List.of(),
        false,
        List.of(
            "Operators and settings were found on the whole data; the same nodes or edges are"
                + " missing for all.",
            TableStudies.STARRED));
  }

  static Study labels() {
    return new SweepStudy(
        "few-labels",
        "Figure 5",
        "Sparse labels",
        "Which strategy needs the fewest labels?",
        with(List.of("ogbn-products"), List.of("cora", "amazon-computers")),
        "labelled nodes per class",
        List.of(1.0, 2.0, 5.0, 10.0, 20.0),
        strategies(x -> new Alteration.FewLabels((int) x)),
        List.of(),
        false,
        List.of("Operators and settings were found with all labels.", TableStudies.STARRED));
  }
}
