package io.atp.lab.study;

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
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// Every table and figure of the paper.
public final class Studies {
  private static final List<String> SMALL =
      List.of(
          "cora",
          "citeseer",
          "pubmed",
          "amazon-photo",
          "amazon-computers",
          "coauthor-cs",
          "coauthor-physics");
  private static final List<String> OGB = List.of("ogbn-arxiv", "ogbn-products", "ogbn-papers100m");
  private static final List<String> LARGE =
      List.of("ogbn-arxiv", "ogbn-products", "flickr", "reddit");

  /// Where the paper's own graphs are not at hand, a claim is looked at on these.
  private static final List<String> STAND_IN =
      List.of("cora", "citeseer", "pubmed", "amazon-computers", "amazon-photo");

  private static final OperatorChoice BASELINE = new OperatorChoice.Tuned(false);
  private static final OperatorChoice ATP = new OperatorChoice.Tuned(true);

  private static final List<Study> ALL =
      List.of(
          new DataStudy(),
          backbones(),
          decoupled(),
          nodewise(),
          ablation(),
          transformers(),
          fsgnn(),
          sampling(),
          samplingTime(),
          centralities(),
          new CurveStudy(),
          selection(),
          kernels(),
          time(),
          sparsity("features", "missing-features", "share of unlabelled nodes without features"),
          sparsity("edges", "missing-edges", "share of edges missing"),
          labels(),
          new HeatStudy(),
          maskRatio(),
          sampleRatio());

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

  private static List<String> with(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toList();
  }

  private static Line plain(String group, String model) {
    return new Line(group, "plain", model, BASELINE);
  }

  private static Line adaptive(String group, String model) {
    return new Line(group, "with ATP", model, ATP);
  }

  private static Line part(String group, String label, String model, AtpPart part) {
    return new Line(group, label, model, new OperatorChoice.Ablated(part));
  }

  private static Study backbones() {
    return new GridStudy(
        "backbones",
        "Table 1",
        "Full-batch and sampling backbones with and without ATP",
        "Does ATP lift every backbone that meets the operator in its layers?",
        with(SMALL, OGB),
        List.of(
            plain("GCN", "gcn"),
            adaptive("GCN", "gcn"),
            plain("GCNII", "gcnii"),
            adaptive("GCNII", "gcnii"),
            plain("GAT", "gat"),
            plain("GATv2", "gatv2"),
            plain("GraphSAGE", "graphsage"),
            plain("Cluster-GCN", "cluster-gcn"),
            adaptive("Cluster-GCN", "cluster-gcn"),
            plain("GraphSAINT", "graphsaint"),
            adaptive("GraphSAINT", "graphsaint"),
            plain("ShaDow", "shadow"),
            adaptive("ShaDow", "shadow")),
        List.of(
            "GAT, GATv2 and GraphSAGE weigh edges themselves; the paper does not combine ATP with"
                + " them.",
            "Baseline and ATP are searched under the same budget on validation; test is read"
                + " once."));
  }

  private static Study decoupled() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair :
        new String[][] {
          {"SGC", "sgc"},
          {"APPNP", "appnp"},
          {"PPRGo", "pprgo"},
          {"GBP", "gbp"},
          {"AGP", "agp"},
          {"GRAND+", "grand-plus"}
        }) {
      lines.add(plain(pair[0], pair[1]));
      lines.add(adaptive(pair[0], pair[1]));
    }
    return new GridStudy(
        "decoupled",
        "Table 2",
        "Decoupled backbones with and without ATP",
        "Does ATP lift backbones that propagate before they learn?",
        with(OGB, STAND_IN),
        lines,
        List.of(
            "The paper's improvement column follows from neither its cells' ratios nor their"
                + " differences."));
  }

  private static Study nodewise() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair : new String[][] {{"SIGN", "sign"}, {"S²GC", "s2gc"}}) {
      lines.add(plain(pair[0], pair[1]));
      for (String strategy : List.of("dgc", "ndls", "ndm", "scara")) {
        lines.add(
            new Line(pair[0], "with " + strategy.toUpperCase(Locale.ROOT), pair[1], BASELINE)
                .with(strategy));
      }
      lines.add(adaptive(pair[0], pair[1]));
      lines.add(new Line(pair[0], "ATP + SCARA + NDM", pair[1], ATP).with("scara", "ndm"));
    }
    return new GridStudy(
        "nodewise",
        "Table 3",
        "ATP against and together with other node-wise strategies",
        "Is ATP better than other node-wise strategies, and do they add up?",
        with(List.of("ogbn-products", "ogbn-papers100m", "flickr", "reddit"), STAND_IN),
        lines,
        List.of());
  }

  private static Study ablation() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair :
        new String[][] {{"GCNII", "gcnii"}, {"ShaDow", "shadow"}, {"GAMLP", "gamlp"}}) {
      lines.add(plain(pair[0], pair[1]));
      lines.add(part(pair[0], "with ATP", pair[1], AtpPart.FULL));
      lines.add(part(pair[0], "without correction", pair[1], AtpPart.WITHOUT_CORRECTION));
      lines.add(part(pair[0], "without eigenvector", pair[1], AtpPart.WITHOUT_EIGENVECTOR));
      lines.add(part(pair[0], "without coefficients", pair[1], AtpPart.WITHOUT_COEFFICIENTS));
    }
    return new GridStudy(
        "ablation",
        "Table 4",
        "What each part of ATP is worth",
        "Does each of correction, eigenvector and coefficients help?",
        with(LARGE, STAND_IN),
        lines,
        List.of(
            "ATP here is the best candidate the search met that has all its parts, so that each can"
                + " be taken out; the search itself may have preferred one with fewer."));
  }

  private static Study transformers() {
    return new GridStudy(
        "transformers",
        "Table 6",
        "GCNII with ATP against graph transformers",
        "Does a GCN with ATP keep up with graph transformers?",
        List.of("amazon-computers", "coauthor-physics", "ogbn-arxiv", "flickr"),
        List.of(plain("GCNII", "gcnii"), adaptive("GCNII", "gcnii")),
        List.of(
            "The rows of GNN-LSPE, Graphormer, Gophormer, NAGphormer, LiteGT, SAT and AGT are left"
                + " out: atp has no transformers yet."));
  }

  private static Study fsgnn() {
    return new GridStudy(
        "fsgnn",
        "Table 7",
        "FSGNN",
        "Does ATP lift a backbone that chooses hops and normalises them?",
        with(
            List.of("ogbn-arxiv", "ogbn-products", "ogbn-papers100m", "flickr", "reddit"),
            STAND_IN),
        List.of(
            plain("FSGNN", "fsgnn"),
            adaptive("FSGNN", "fsgnn"),
            new Line("FSGNN, hops not normalised", "plain", "fsgnn", BASELINE)
                .set("hopNorm", "off"),
            new Line("FSGNN, hops not normalised", "with ATP", "fsgnn", ATP).set("hopNorm", "off")),
        List.of("A row norm of each hop cancels the row factor of ATP's operator."));
  }

  private static Study sampling() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair :
        new String[][] {{"SGC", "sgc"}, {"APPNP", "appnp"}, {"GRAND+", "grand-plus"}}) {
      lines.add(plain(pair[0], pair[1]));
      lines.add(part(pair[0], "uniform sampling", pair[1], AtpPart.UNIFORM_SAMPLING));
      lines.add(part(pair[0], "correction only", pair[1], AtpPart.WITHOUT_COEFFICIENTS));
    }
    return new GridStudy(
        "sampling",
        "Table 8",
        "Correction against uniform sampling of edges",
        "Is it worth choosing whose edges go?",
        with(OGB, STAND_IN),
        lines,
        List.of("Uniform sampling removes as many edges as the correction it stands beside."));
  }

  private static Study samplingTime() {
    return new TimeStudy(
        "sampling-time",
        "Table 9",
        "Running time of sampling backbones and of GAMLP with ATP",
        "What does ATP cost beside sampling?",
        with(List.of("ogbn-products", "reddit"), STAND_IN),
        List.of(
            plain("GraphSAGE", "graphsage"),
            plain("Cluster-GCN", "cluster-gcn"),
            plain("GraphSAINT", "graphsaint"),
            plain("ShaDow", "shadow"),
            part("GAMLP", "with ATP", "gamlp", AtpPart.FULL),
            part("GAMLP", "without eigenvector", "gamlp", AtpPart.WITHOUT_EIGENVECTOR)),
        List.of("Seconds of this machine; only their ratios compare with the paper's."));
  }

  private static Study centralities() {
    return new GridStudy(
        "centralities",
        "Table 10",
        "Other centralities in the eigenvector's place",
        "Can PageRank or Katz stand for the eigenvector?",
        with(List.of("ogbn-arxiv", "ogbn-products"), STAND_IN),
        List.of(
            plain("GAMLP", "gamlp"),
            part("GAMLP", "without eigenvector", "gamlp", AtpPart.WITHOUT_EIGENVECTOR),
            part("GAMLP", "PageRank instead", "gamlp", AtpPart.PAGERANK),
            part("GAMLP", "Katz instead", "gamlp", AtpPart.KATZ),
            part("GAMLP", "both instead", "gamlp", AtpPart.PAGERANK_AND_KATZ)),
        List.of());
  }

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

  private static Study sweep(
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

  private static Study selection() {
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

  private static Study maskRatio() {
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

  private static Study sampleRatio() {
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

  private static Study kernels() {
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

  private static Study time() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair : new String[][] {{"SGC", "sgc"}, {"GAMLP", "gamlp"}}) {
      lines.add(plain(pair[0], pair[1]));
      lines.add(part(pair[0], "correction", pair[1], AtpPart.WITHOUT_COEFFICIENTS));
      lines.add(part(pair[0], "coefficients", pair[1], AtpPart.WITHOUT_CORRECTION));
      lines.add(part(pair[0], "ATP", pair[1], AtpPart.FULL));
      lines.add(part(pair[0], "ATP, no eigenvector", pair[1], AtpPart.WITHOUT_EIGENVECTOR));
    }
    return new TimeStudy(
        "time",
        "Figure 4",
        "Running time and effect of the parts",
        "What does each part cost, and what does it bring?",
        with(List.of("ogbn-papers100m", "reddit"), STAND_IN),
        lines,
        List.of("Seconds of this machine; only their ratios compare with the paper's."));
  }

  private static List<Method> strategies(DoubleFunction<Alteration> alteration) {
    return List.of(
        new Method("GAMLP", "gamlp", _ -> BASELINE, List.of(), alteration),
        new Method("with DGC", "gamlp", _ -> BASELINE, List.of("dgc"), alteration),
        new Method("with NDLS", "gamlp", _ -> BASELINE, List.of("ndls"), alteration),
        new Method("with NDM", "gamlp", _ -> BASELINE, List.of("ndm"), alteration),
        new Method("with SCARA", "gamlp", _ -> BASELINE, List.of("scara"), alteration),
        new Method("with ATP", "gamlp", _ -> ATP, List.of(), alteration),
        new Method("ATP + SCARA + NDM", "gamlp", _ -> ATP, List.of("scara", "ndm"), alteration));
  }

  private static Study sparsity(String what, String name, String xLabel) {
    DoubleFunction<Alteration> alteration =
        what.equals("edges") ? Alteration.MissingEdges::new : Alteration.MissingFeatures::new;
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
                + " missing for all."));
  }

  private static Study labels() {
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
        List.of("Operators and settings were found with all labels."));
  }
}
