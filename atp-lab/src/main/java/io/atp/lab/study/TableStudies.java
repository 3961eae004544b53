package io.atp.lab.study;

import static io.atp.lab.study.StudyParts.ATP;
import static io.atp.lab.study.StudyParts.BASELINE;
import static io.atp.lab.study.StudyParts.LARGE;
import static io.atp.lab.study.StudyParts.OGB;
import static io.atp.lab.study.StudyParts.SMALL;
import static io.atp.lab.study.StudyParts.STAND_IN;
import static io.atp.lab.study.StudyParts.adaptive;
import static io.atp.lab.study.StudyParts.part;
import static io.atp.lab.study.StudyParts.plain;
import static io.atp.lab.study.StudyParts.thinned;
import static io.atp.lab.study.StudyParts.whole;
import static io.atp.lab.study.StudyParts.with;

import io.atp.lab.cell.AtpPart;
import io.atp.lab.cell.LostEdges;
import io.atp.lab.report.Claim;
import io.atp.lab.study.GridStudy.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The paper's tables.
final class TableStudies {
  private static final String WHOLE =
      "ATP here has all its parts, whether validation likes them or not: it is searched like the"
          + " baseline, with as many runs, among operators with a mask and with coefficients of"
          + " degree, eigenvector and clustering.";

  static final String STARRED =
      "ATP + SCARA + NDM is an ATP with all its parts, alone, with SCARA, with NDM or with both, as"
          + " validation chooses.";

  private static final String STAR = "ATP + SCARA + NDM";

  private TableStudies() {}

  @SafeVarargs
  private static List<Claim> claims(List<Claim>... parts) {
    return Stream.of(parts).flatMap(List::stream).toList();
  }

  private static List<Claim> besidePlain(String... labels) {
    return Stream.of(labels)
        .<Claim>map(label -> new Claim.Difference(label, label, "plain"))
        .toList();
  }

  /// What a part adds to an ATP that has all others.
  private static Claim worth(String part, String without) {
    return new Claim.Difference(part + " beside ATP without it", "all of ATP", without);
  }

  private static Claim besideNone(String words, String label) {
    return new Claim.Difference(words + " beside neither", label, "without eigenvector");
  }

  static Study backbones() {
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
            "GCN, GCNII, GAT and GATv2 see the whole graph in every step of training, the others"
                + " samples or parts of it.",
            "GAT, GATv2 and GraphSAGE weigh edges themselves; the paper does not combine ATP with"
                + " them.",
            "Baseline and ATP are searched under the same budget on validation; test is read"
                + " once."),
        besidePlain("with ATP"));
  }

  static Study decoupled() {
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
            "Features, in APPNP and PPRGo predictions, travel along edges apart from what is"
                + " learned; backbones differ in how far they travel and what each distance"
                + " weighs.",
            "The paper's improvement column follows from neither its cells' ratios nor their"
                + " differences."),
        besidePlain("with ATP"));
  }

  static Study nodewise() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair : new String[][] {{"SIGN", "sign"}, {"S²GC", "s2gc"}}) {
      lines.add(plain(pair[0], pair[1]));
      for (String strategy : List.of("dgc", "ndls", "ndm", "scara")) {
        lines.add(
            new Line(pair[0], "with " + strategy.toUpperCase(Locale.ROOT), pair[1], BASELINE)
                .with(strategy));
      }
      lines.add(adaptive(pair[0], pair[1]));
      lines.add(whole(pair[0], STAR, pair[1]).with("scara", "ndm"));
    }
    return new GridStudy(
        "nodewise",
        "Table 3",
        "ATP against and together with other node-wise strategies",
        "Is ATP better than other node-wise strategies, and do they add up?",
        with(List.of("ogbn-products", "ogbn-papers100m", "flickr", "reddit"), STAND_IN),
        lines,
        List.of(
            "SIGN gives every distance to a network, S²GC their mean to a linear model. DGC weighs"
                + " distances by a heat kernel, NDLS lets each node stop listening once more hops"
                + " change little, NDM by its degree, SCARA drops what is small on the way.",
            "ATP's search may end without ATP, and its row is the plain backbone then; the other"
                + " strategies have no such way out, so that rows beside each other say less about"
                + " ATP than about its search.",
            STARRED),
        claims(
            besidePlain("with DGC", "with NDLS", "with NDM", "with SCARA", "with ATP", STAR),
            List.of(new Claim.Difference(STAR + " beside ATP", STAR, "with ATP"))));
  }

  static Study ablation() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair :
        new String[][] {{"GCNII", "gcnii"}, {"ShaDow", "shadow"}, {"GAMLP", "gamlp"}}) {
      lines.add(plain(pair[0], pair[1]));
      lines.add(whole(pair[0], "all of ATP", pair[1]));
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
        List.of(WHOLE, "Each part is taken out of that ATP, with everything else as it was found."),
        claims(
            besidePlain("all of ATP"),
            List.of(
                worth("correction", "without correction"),
                worth("eigenvector", "without eigenvector"),
                worth("coefficients", "without coefficients"))));
  }

  static Study transformers() {
    return new GridStudy(
        "transformers",
        "Table 6",
        "GCNII with ATP against graph transformers",
        "Does ATP lift GCNII where the paper sets it beside graph transformers?",
        List.of("amazon-computers", "coauthor-physics", "ogbn-arxiv", "flickr"),
        List.of(plain("GCNII", "gcnii"), adaptive("GCNII", "gcnii")),
        List.of(
            "The rows of GNN-LSPE, Graphormer, Gophormer, NAGphormer, LiteGT, SAT and AGT are left"
                + " out: atp has no transformers yet."),
        besidePlain("with ATP"));
  }

  static Study fsgnn() {
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
        List.of("A row norm of each hop cancels the row factor of ATP's operator."),
        besidePlain("with ATP"));
  }

  static Study sampling() {
    List<Line> lines = new ArrayList<>();
    for (String[] pair :
        new String[][] {{"SGC", "sgc"}, {"APPNP", "appnp"}, {"GRAND+", "grand-plus"}}) {
      lines.add(plain(pair[0], pair[1]));
      lines.add(thinned(pair[0], "uniform sampling", pair[1], LostEdges.UNIFORM));
      lines.add(thinned(pair[0], "correction only", pair[1], LostEdges.CORRECTION));
    }
    return new GridStudy(
        "sampling",
        "Table 8",
        "Correction against uniform sampling of edges",
        "Is it worth choosing whose edges go?",
        with(OGB, STAND_IN),
        lines,
        List.of(
            "The plain backbone's r and settings serve all three rows; only edges differ, by"
                + " another draw for every seed. Correction only hides what the paper advises, half"
                + " of the edges of a tenth of the nodes by degree and of a fifth of the others;"
                + " uniform sampling hides as many of all."),
        claims(
            besidePlain("uniform sampling", "correction only"),
            List.of(
                new Claim.Difference(
                    "correction beside uniform sampling", "correction only", "uniform sampling"),
                new Claim.Deviations(List.of("uniform sampling", "correction only")))));
  }

  static Study samplingTime() {
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
            whole("GAMLP", "with ATP", "gamlp"),
            part("GAMLP", "without eigenvector", "gamlp", AtpPart.WITHOUT_EIGENVECTOR)),
        List.of(TimeStudy.NOTE));
  }

  static Study centralities() {
    return new GridStudy(
        "centralities",
        "Table 10",
        "Other centralities in the eigenvector's place",
        "Can PageRank or Katz stand for the eigenvector?",
        with(List.of("ogbn-arxiv", "ogbn-products"), STAND_IN),
        List.of(
            plain("GAMLP", "gamlp"),
            whole("GAMLP", "with eigenvector", "gamlp"),
            part("GAMLP", "without eigenvector", "gamlp", AtpPart.WITHOUT_EIGENVECTOR),
            part("GAMLP", "PageRank instead", "gamlp", AtpPart.PAGERANK),
            part("GAMLP", "Katz instead", "gamlp", AtpPart.KATZ),
            part("GAMLP", "both instead", "gamlp", AtpPart.PAGERANK_AND_KATZ)),
        List.of(
            WHOLE,
            "PageRank and Katz tell in other ways how central a node is; they take the"
                + " eigenvector's place in it."),
        List.of(
            besideNone("eigenvector", "with eigenvector"),
            besideNone("PageRank", "PageRank instead"),
            besideNone("Katz", "Katz instead"),
            besideNone("PageRank and Katz", "both instead")));
  }
}
