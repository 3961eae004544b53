package io.atp.lab.run;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.lab.svg.Decimals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// r̃ by degree: the paper's heat map. Nodes stand in order of degree, cut into tenths; in each
/// tenth, which share has its r̃ in which interval.
///
/// @param tenths degrees of each tenth: `3`, `4–7`
/// @param bins where each interval of r̃ begins, from the lowest up
/// @param shares `shares.get(bin).get(tenth)`; each tenth sums to 1
public record CoefficientMap(
    List<String> tenths, List<String> bins, List<List<Double>> shares, double least, double most) {
  private static final int TENTHS = 10;
  private static final int BINS = 10;

  public static CoefficientMap of(CsrGraph graph, NodeCoefficients coefficients) {
    int n = graph.nodeCount();
    Require.that(
        coefficients.nodeCount() == n && n > 0,
        "%d coefficients for a graph of %d nodes",
        coefficients.nodeCount(),
        n);
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double value : coefficients.values()) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    double low = Math.min(0, least);
    double high = Math.max(1, most);
    int[] degrees = sortedDegrees(graph);
    long[] seen = firstRanks(degrees);
    long[][] counts = new long[BINS][TENTHS];
    for (int node = 0; node < n; node++) { // ranks within one degree follow the ids
      int tenth = tenth(seen[graph.degree(node)]++, n);
      int bin = (int) ((coefficients.of(node) - low) / (high - low) * BINS);
      counts[Math.min(bin, BINS - 1)][tenth]++;
    }
    return new CoefficientMap(tenths(degrees), bins(low, high), shares(counts, n), least, most);
  }

  private static int tenth(long rank, int n) {
    return (int) (rank * TENTHS / n);
  }

  private static int[] sortedDegrees(CsrGraph graph) {
    int[] degrees = new int[graph.nodeCount()];
    for (int node = 0; node < degrees.length; node++) {
      degrees[node] = graph.degree(node);
    }
    Arrays.parallelSort(degrees);
    return degrees;
  }

  /// By degree, the rank of the first node that has it.
  private static long[] firstRanks(int[] degrees) {
    long[] first = new long[degrees[degrees.length - 1] + 1];
    for (int rank = degrees.length - 1; rank >= 0; rank--) {
      first[degrees[rank]] = rank;
    }
    return first;
  }

  private static List<String> tenths(int[] degrees) {
    List<String> names = new ArrayList<>();
    int n = degrees.length;
    for (int tenth = 0; tenth < TENTHS; tenth++) {
      int from = (int) Math.ceilDiv((long) tenth * n, (long) TENTHS);
      int to = (int) Math.ceilDiv((tenth + 1L) * n, (long) TENTHS) - 1;
      if (from > to) {
        names.add("none");
      } else {
        boolean one = degrees[from] == degrees[to];
        names.add(one ? "" + degrees[from] : degrees[from] + "–" + degrees[to]);
      }
    }
    return names;
  }

  private static List<String> bins(double low, double high) {
    List<String> names = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      names.add(Decimals.fixed(low + bin * (high - low) / BINS, 2));
    }
    return names;
  }

  private static List<List<Double>> shares(long[][] counts, int n) {
    long[] whole = new long[TENTHS];
    for (int rank = 0; rank < n; rank++) {
      whole[tenth(rank, n)]++;
    }
    List<List<Double>> shares = new ArrayList<>();
    for (long[] bin : counts) {
      List<Double> row = new ArrayList<>();
      for (int tenth = 0; tenth < TENTHS; tenth++) {
        row.add(whole[tenth] == 0 ? 0 : (double) bin[tenth] / whole[tenth]);
      }
      shares.add(row);
    }
    return shares;
  }
}
