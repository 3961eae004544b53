package io.atp.learn.evaluate;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Degrees from 0 on, cut into intervals, to see whom a model serves: the nodes with few neighbours
/// or those with many.
///
/// A node's band depends on its degree alone (without self-loop), so equal nodes are judged
/// together and names do not matter. Degrees are those of the graph handed in: give the graph as
/// read, so that bands mean the same before and after correction.
public record DegreeBands(List<Band> bands) {
  /// Both ends belong to the band.
  public record Band(String name, int lowest, int highest) {}

  /// @param nodes judged nodes of the band
  /// @param right those of them that got their own class
  public record BandAccuracy(Band band, int nodes, int right) {
    /// Empty where no node of the band was judged.
    public OptionalDouble accuracy() {
      return nodes == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) right / nodes);
    }
  }

  public DegreeBands {
    bands = List.copyOf(bands);
    int next = 0;
    for (Band band : bands) {
      Require.that(
          band.lowest() == next && band.highest() >= next,
          "degree band %s runs from %d to %d, it must start at %d",
          band.name(),
          band.lowest(),
          band.highest(),
          next);
      next = band.highest() + 1; // wraps after the last possible degree
    }
    Require.that(next == Integer.MIN_VALUE, "the degree bands end before degree %d", next);
  }

  /// The paper's two groups: Low-Deg has at most so many neighbours (3 on Cora, 5 on
  /// ogbn-products), High-Deg all others.
  public static DegreeBands lowAndHigh(int lowAtMost) {
    Require.atLeast("highest degree of Low-Deg", lowAtMost, 0);
    return new DegreeBands(
        List.of(
            new Band("Low-Deg", 0, lowAtMost),
            new Band("High-Deg", Math.addExact(lowAtMost, 1), Integer.MAX_VALUE)));
  }

  /// Bands of about the same number of nodes.
  public static DegreeBands quantiles(CsrGraph graph, int[] nodes, int count) {
    Require.atLeast("degree bands", count, 1);
    return atShares(
        graph, nodes, IntStream.range(1, count).mapToDouble(i -> (double) i / count).toArray());
  }

  /// A cut at share q: the nodes up to the cut are the fewest, by degree, that make up at least
  /// that share of the given ones. Nodes of one degree stay together, so bands may be uneven, and
  /// fewer than asked for where many nodes have the same degree. 0.5 and 0.9 set apart the half
  /// with the fewest neighbours and the tenth with the most.
  public static DegreeBands atShares(CsrGraph graph, int[] nodes, double... shares) {
    int[] degrees =
        IntStream.of(JudgedNodes.sorted(nodes, graph.nodeCount()))
            .map(graph::degree)
            .sorted()
            .toArray();
    int largest = degrees[degrees.length - 1];
    List<Band> bands = new ArrayList<>();
    int lowest = 0;
    for (double share : Arrays.stream(shares).sorted().toArray()) {
      Require.share("share", share);
      int place = Math.max(1, (int) Math.ceil(share * degrees.length - 1e-9));
      int cut = degrees[place - 1];
      if (cut >= lowest && cut < largest) {
        bands.add(named(lowest, cut));
        lowest = cut + 1;
      }
    }
    bands.add(named(lowest, Integer.MAX_VALUE));
    return new DegreeBands(bands);
  }

  private static Band named(int lowest, int highest) {
    String name =
        highest == Integer.MAX_VALUE
            ? "degree " + lowest + " and more"
            : lowest == highest ? "degree " + lowest : "degree " + lowest + " to " + highest;
    return new Band(name, lowest, highest);
  }

  /// One entry for each band, in order, also for a band without nodes.
  public List<BandAccuracy> accuracy(CsrGraph graph, int[] predicted, Labels labels, int[] nodes) {
    return accuracy(graph, node -> predicted[node], predicted.length, labels, nodes);
  }

  public List<BandAccuracy> accuracy(CsrGraph graph, Scores scores, Labels labels, int[] nodes) {
    JudgedNodes.requireClasses(scores.classes(), labels);
    return accuracy(graph, scores::argmax, scores.rows(), labels, nodes);
  }

  private List<BandAccuracy> accuracy(
      CsrGraph graph, IntUnaryOperator predicted, int rows, Labels labels, int[] nodes) {
    int[] count = new int[bands.size()];
    int[] right = new int[bands.size()];
    for (int node : JudgedNodes.labelled(nodes, Math.min(rows, graph.nodeCount()), labels)) {
      int band = bandOf(graph.degree(node));
      count[band]++;
      right[band] += predicted.applyAsInt(node) == labels.values()[node] ? 1 : 0;
    }
    return IntStream.range(0, bands.size())
        .mapToObj(band -> new BandAccuracy(bands.get(band), count[band], right[band]))
        .toList();
  }

  private int bandOf(int degree) {
    int band = 0;
    while (degree > bands.get(band).highest()) {
      band++;
    }
    return band;
  }
}
