package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import java.util.Arrays;
import java.util.List;

/// A part of a graph, on the heap, its nodes numbered in the order they were given.
///
/// Row i is `targets[offsets[i] .. offsets[i+1])`, local numbers, in the order the graph lists
/// them.
///
/// @param nodes by local number, the node of the graph; one of the graph may stand for several here
/// @param arcs for each entry of `targets`, its place in the graph, for what is known arc by arc
public record Subgraph(int[] nodes, int[] offsets, int[] targets, long[] arcs) {
  public Subgraph {
    Require.that(
        offsets.length == nodes.length + 1
            && offsets[nodes.length] == targets.length
            && arcs.length == targets.length,
        "%d nodes came with %d offsets, %d targets and %d arcs",
        nodes.length,
        offsets.length,
        targets.length,
        arcs.length);
  }

  /// These nodes and every arc between them.
  ///
  /// @throws IllegalArgumentException for a node that is listed twice or does not exist
  public static Subgraph induced(CsrGraph graph, int[] nodes) {
    for (int node : nodes) {
      if (node < 0 || node >= graph.nodeCount()) {
        throw new IllegalArgumentException(
            "node %d was asked of a graph with %d nodes".formatted(node, graph.nodeCount()));
      }
    }
    LocalIds ids = LocalIds.of(nodes, graph.nodeCount());
    int[] sorted = nodes.clone();
    Arrays.sort(sorted);
    var arcs = new ArcList(4 * nodes.length);
    int[] offsets = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      row(graph, nodes[i], ids, sorted, arcs);
      offsets[i + 1] = arcs.size;
    }
    return new Subgraph(nodes, offsets, arcs.targets(), arcs.places());
  }

  /// Reads the row, or looks every node up in it where the row is far longer than the list: a hub
  /// costs no more than the part.
  private static void row(CsrGraph graph, int node, LocalIds ids, int[] sorted, ArcList arcs) {
    long from = graph.offset(node);
    long to = graph.offset(node + 1);
    int search = Long.SIZE - Long.numberOfLeadingZeros(to - from);
    if (to - from > (long) search * sorted.length) {
      for (int other : sorted) {
        long arc = graph.findArc(node, other);
        if (arc >= 0) {
          arcs.add(ids.of(other), arc);
        }
      }
      return;
    }
    for (long arc = from; arc < to; arc++) {
      int other = ids.of(graph.target(arc));
      if (other >= 0) {
        arcs.add(other, arc);
      }
    }
  }

  /// Several parts side by side, with no arc between them: nodes are numbered part by part.
  public static Subgraph union(List<Subgraph> parts) {
    int nodeCount = 0;
    long arcCount = 0;
    for (Subgraph part : parts) {
      nodeCount = Math.addExact(nodeCount, part.nodeCount());
      arcCount += part.arcCount();
    }
    Require.that(
        arcCount <= Integer.MAX_VALUE - 8,
        "%d subgraphs hold %d arcs together, more than an array: take fewer at a time",
        parts.size(),
        arcCount);
    int[] nodes = new int[nodeCount];
    int[] offsets = new int[nodeCount + 1];
    int[] targets = new int[(int) arcCount];
    long[] arcs = new long[(int) arcCount];
    int firstNode = 0;
    int firstArc = 0;
    for (Subgraph part : parts) {
      System.arraycopy(part.nodes, 0, nodes, firstNode, part.nodeCount());
      System.arraycopy(part.arcs, 0, arcs, firstArc, part.arcCount());
      for (int i = 0; i < part.nodeCount(); i++) {
        offsets[firstNode + i + 1] = firstArc + part.offsets[i + 1];
      }
      for (int arc = 0; arc < part.arcCount(); arc++) {
        targets[firstArc + arc] = firstNode + part.targets[arc];
      }
      firstNode += part.nodeCount();
      firstArc += part.arcCount();
    }
    return new Subgraph(nodes, offsets, targets, arcs);
  }

  public int nodeCount() {
    return nodes.length;
  }

  public int arcCount() {
    return targets.length;
  }

  public int degree(int local) {
    return offsets[local + 1] - offsets[local];
  }

  /// Whether an arc of the part stays.
  @FunctionalInterface
  public interface ArcTest {
    /// @param source local number of the node whose row it is in
    /// @param place in [#targets]
    boolean stays(int source, int place);
  }

  /// The same nodes with some of the arcs.
  public Subgraph keep(ArcTest test) {
    var kept = new ArcList(arcCount());
    int[] starts = new int[offsets.length];
    for (int i = 0; i < nodeCount(); i++) {
      for (int at = offsets[i]; at < offsets[i + 1]; at++) {
        if (test.stays(i, at)) {
          kept.add(targets[at], arcs[at]);
        }
      }
      starts[i + 1] = kept.size;
    }
    return new Subgraph(nodes, starts, kept.targets(), kept.places());
  }

  /// Arcs as they are found.
  private static final class ArcList {
    private int[] targets;
    private long[] places;
    private int size;

    ArcList(int expected) {
      targets = new int[Math.max(4, expected)];
      places = new long[targets.length];
    }

    void add(int target, long place) {
      if (size == targets.length) {
        int larger = (int) Math.min(Integer.MAX_VALUE - 8, 2L * size);
        targets = Arrays.copyOf(targets, larger);
        places = Arrays.copyOf(places, larger);
      }
      targets[size] = target;
      places[size++] = place;
    }

    int[] targets() {
      return Arrays.copyOf(targets, size);
    }

    long[] places() {
      return Arrays.copyOf(places, size);
    }
  }
}
