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
  private static final List<String> NAMES = List.of("Low-Deg", "between", "High-Deg");
  private static final int RANGE = 1 << 14;

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
    int[] starts = {0, degrees.lowTo() + 1, degrees.highFrom()};
    int[] ends = {degrees.lowTo(), degrees.highFrom() - 1, degrees.max()};
    Tally[] tallies = tally(graph, labels, starts, work);
    Tally all = tallies[0].plus(tallies[1]).plus(tallies[2]);
    if (all.judged == 0) {
      return Optional.empty();
    }
    List<Band> bands = new ArrayList<>();
    for (int band = 0; band < NAMES.size(); band++) {
      if (tallies[band].nodes > 0) {
        bands.add(
            new Band(
                NAMES.get(band),
                starts[band],
                ends[band],
                (int) tallies[band].nodes,
                tallies[band].homophily()));
      }
    }
    return Optional.of(new HomophilyBands(all.homophily().getAsDouble(), bands));
  }

  private record Tally(long nodes, long judged, long alike) {
    Tally plus(Tally other) {
      return new Tally(nodes + other.nodes, judged + other.judged, alike + other.alike);
    }

    OptionalDouble homophily() {
      return judged == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) alike / judged);
    }
  }

  /// One pass over the arcs; whole numbers, so the order of adding does not matter.
  private static Tally[] tally(CsrGraph graph, Labels labels, int[] starts, Workspace work) {
    int chunks = Math.ceilDiv(graph.nodeCount(), RANGE);
    Tally[][] parts = new Tally[chunks][];
    work.workers()
        .forEachRange(
            graph.nodeCount(),
            RANGE,
            (from, to) -> parts[from / RANGE] = tally(graph, labels, starts, from, to));
    Tally[] total = {new Tally(0, 0, 0), new Tally(0, 0, 0), new Tally(0, 0, 0)};
    for (Tally[] part : parts) {
      for (int band = 0; band < total.length; band++) {
        total[band] = total[band].plus(part[band]);
      }
    }
    return total;
  }

  private static Tally[] tally(CsrGraph graph, Labels labels, int[] starts, int from, int to) {
    long[] nodes = new long[starts.length];
    long[] judged = new long[starts.length];
    long[] alike = new long[starts.length];
    int[] classes = labels.values();
    for (int node = from; node < to; node++) {
      int degree = graph.degree(node);
      int band = degree >= starts[2] ? 2 : degree >= starts[1] ? 1 : 0;
      nodes[band]++;
      if (labels.labelled(node)) {
        for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
          int other = classes[graph.target(arc)];
          judged[band] += other != Labels.UNLABELLED ? 1 : 0;
          alike[band] += other == classes[node] ? 1 : 0;
        }
      }
    }
    Tally[] tallies = new Tally[starts.length];
    for (int band = 0; band < tallies.length; band++) {
      tallies[band] = new Tally(nodes[band], judged[band], alike[band]);
    }
    return tallies;
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
    double low = of(NAMES.getFirst()).orElse(overall);
    double high = of(NAMES.getLast()).orElse(overall);
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
