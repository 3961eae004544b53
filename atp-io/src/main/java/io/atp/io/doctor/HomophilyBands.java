package io.atp.io.doctor;

import static io.atp.io.doctor.Finding.text;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// How often neighbours are of one class, by the degree of the node that listens: the paper's view
/// of Low-Deg and High-Deg nodes.
///
/// `h(band) = |{(i, j) : i in band, y_i = y_j}| / |{(i, j) : i in band, both labelled}|`.
///
/// @param overall `h` of all nodes, the edge homophily
public record HomophilyBands(double overall, List<Band> bands) {
  /// A fall from low to high degrees that is worth a warning.
  private static final double STEEP = 0.1;

  private static final String CODE = "homophily";

  /// @param toDegree the last degree of the band
  /// @param homophily absent where no edge of the band joins labelled nodes
  public record Band(
      String name, int fromDegree, int toDegree, int nodes, OptionalDouble homophily) {}

  public HomophilyBands {
    bands = List.copyOf(bands);
  }

  /// Low-Deg, those between and High-Deg, as far as they have nodes; nothing where no edge joins
  /// two labelled nodes.
  public static Optional<HomophilyBands> of(
      CsrGraph graph, Labels labels, DegreeProfile degrees, Workspace work) {
    Tally all = Tally.of(graph, labels, 0, Integer.MAX_VALUE, work);
    if (all.judged == 0) {
      return Optional.empty();
    }
    List<Band> bands = new ArrayList<>();
    add(bands, "Low-Deg", 0, degrees.lowTo(), graph, labels, work);
    add(bands, "between", degrees.lowTo() + 1, degrees.highFrom() - 1, graph, labels, work);
    add(bands, "High-Deg", degrees.highFrom(), degrees.max(), graph, labels, work);
    return Optional.of(new HomophilyBands(all.alike / all.judged, bands));
  }

  private static void add(
      List<Band> bands,
      String name,
      int from,
      int to,
      CsrGraph graph,
      Labels labels,
      Workspace work) {
    Tally tally = Tally.of(graph, labels, from, to, work);
    if (tally.nodes > 0) {
      OptionalDouble homophily =
          tally.judged == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(tally.alike / tally.judged);
      bands.add(new Band(name, from, to, (int) tally.nodes, homophily));
    }
  }

  /// Counts are whole and far below 2⁵³, so sums of doubles are exact.
  private record Tally(double nodes, double judged, double alike) {
    static Tally of(CsrGraph graph, Labels labels, int from, int to, Workspace work) {
      return new Tally(
          count(graph, labels, from, to, What.NODES, work),
          count(graph, labels, from, to, What.JUDGED, work),
          count(graph, labels, from, to, What.ALIKE, work));
    }

    private enum What {
      NODES,
      JUDGED,
      ALIKE
    }

    private static double count(
        CsrGraph graph, Labels labels, int low, int high, What what, Workspace work) {
      int[] classes = labels.values();
      return work.workers()
          .sum(
              graph.nodeCount(),
              (from, to) -> {
                long count = 0;
                for (int node = from; node < to; node++) {
                  int degree = graph.degree(node);
                  if (degree < low || degree > high) {
                    continue;
                  }
                  if (what == What.NODES) {
                    count++;
                  } else if (labels.labelled(node)) {
                    for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
                      int other = classes[graph.target(arc)];
                      boolean counts =
                          what == What.ALIKE ? other == classes[node] : other != Labels.UNLABELLED;
                      count += counts ? 1 : 0;
                    }
                  }
                }
                return count;
              });
    }
  }

  private OptionalDouble of(String name) {
    return bands.stream()
        .filter(band -> band.name().equals(name))
        .map(Band::homophily)
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  Finding finding() {
    var sentence =
        new StringBuilder(text("%.1f %% of the edges join two nodes of one class", 100 * overall));
    for (Band band : bands) {
      if (band.homophily().isPresent()) {
        String degrees =
            band.fromDegree() == band.toDegree()
                ? text("%,d", band.toDegree())
                : text("%,d to %,d", band.fromDegree(), band.toDegree());
        sentence.append(
            text(
                "; %s (degree %s, %,d nodes): %.1f %%",
                band.name(), degrees, band.nodes(), 100 * band.homophily().getAsDouble()));
      }
    }
    double low = of("Low-Deg").orElse(overall);
    double high = of("High-Deg").orElse(overall);
    boolean steep = low - high >= STEEP;
    return steep
        ? Finding.of(
            Severity.WARNING,
            CODE,
            sentence.toString(),
            "hubs hear mostly other classes than their own, so averaging their neighbours blurs"
                + " them: the case for which the correction hides edges of hubs",
            Remedy.MASK_HUBS)
        : Finding.of(
            Severity.NOTE,
            CODE,
            sentence.toString(),
            "the more neighbours share a class, the more a node gains from averaging them");
  }
}
