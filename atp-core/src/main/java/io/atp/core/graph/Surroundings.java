package io.atp.core.graph;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/// All of a graph that L rounds of listening can bring to some nodes: nodes within L steps, and the
/// rows of those within L − 1.
///
/// What is worth leaving out depends on what a layer spends its time on, arcs or nodes: see [#of]
/// and [#ofNodes].
///
/// @param graph node `i` of it is node `nodes[i]` of the whole; a row is as in the whole, or empty
/// @param nodes increasing
public record Surroundings(CsrGraph graph, int[] nodes) {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /// More than this share of the arcs, or of the nodes, is not worth a copy.
  private static final double MOST_ARCS = 0.75;

  private static final double MOST_NODES = 0.9;

  /// Nodes within L steps, and those among them whose rows are wanted.
  private record Reach(BitSet nodes, BitSet listening, long arcs) {}

  /// For layers that spend their time on arcs: nothing where hardly fewer of these would be left.
  /// Where more than half of the nodes lie within L steps, all keep their numbers, and only rows
  /// that nobody asks for are left out.
  ///
  /// Cost: the arcs of the part, read twice, and one int per node of the whole.
  ///
  /// @param steps L, at least 1
  public static Optional<Surroundings> of(
      CsrGraph whole, int[] centres, int steps, Workspace work) {
    Reach reach = reach(whole, centres, steps);
    if (reach.arcs() > MOST_ARCS * whole.arcCount()) {
      return Optional.empty();
    }
    int[] nodes =
        reach.nodes().cardinality() > whole.nodeCount() / 2
            ? IntStream.range(0, whole.nodeCount()).toArray()
            : reach.nodes().stream().toArray();
    return Optional.of(new Surroundings(copy(whole, nodes, reach, work), nodes));
  }

  /// For layers that spend their time on nodes, however few arcs these have: nodes that are not
  /// within L steps are left out, such as other components; nothing where those are hardly any.
  ///
  /// Cost: as [#of].
  ///
  /// @param steps L, at least 1
  public static Optional<Surroundings> ofNodes(
      CsrGraph whole, int[] centres, int steps, Workspace work) {
    Reach reach = reach(whole, centres, steps);
    if (reach.nodes().cardinality() > MOST_NODES * whole.nodeCount()) {
      return Optional.empty();
    }
    int[] nodes = reach.nodes().stream().toArray();
    return Optional.of(new Surroundings(copy(whole, nodes, reach, work), nodes));
  }

  private static Reach reach(CsrGraph whole, int[] centres, int steps) {
    Require.atLeast("steps", steps, 1);
    BitSet reached = new BitSet(whole.nodeCount());
    for (int node : centres) {
      Require.that(
          node >= 0 && node < whole.nodeCount(),
          "node %d is not among %d nodes",
          node,
          whole.nodeCount());
      reached.set(node);
    }
    BitSet listening = reached;
    for (int step = 0; step < steps; step++) {
      BitSet fresh = (BitSet) reached.clone();
      if (step > 0) {
        fresh.andNot(listening);
      }
      listening = reached;
      reached = (BitSet) reached.clone();
      addTargets(whole, fresh, reached);
    }
    return new Reach(reached, listening, listening.stream().mapToLong(whole::degree).sum());
  }

  private static void addTargets(CsrGraph whole, BitSet from, BitSet into) {
    for (int node = from.nextSetBit(0); node >= 0; node = from.nextSetBit(node + 1)) {
      for (long arc = whole.offset(node), end = whole.offset(node + 1); arc < end; arc++) {
        into.set(whole.target(arc));
      }
    }
  }

  private static CsrGraph copy(CsrGraph whole, int[] nodes, Reach reach, Workspace work) {
    int[] newIds = new int[whole.nodeCount()];
    for (int i = 0; i < nodes.length; i++) {
      newIds[nodes[i]] = i;
    }
    MemorySegment offsets = work.allocateLongs(nodes.length + 1L);
    MemorySegment targets = work.allocateArray(reach.arcs() * Integer.BYTES);
    long at = 0;
    for (int i = 0; i < nodes.length; i++) {
      if (reach.listening().get(nodes[i])) {
        long end = whole.offset(nodes[i] + 1);
        for (long arc = whole.offset(nodes[i]); arc < end; arc++) {
          targets.set(INT, at++ * Integer.BYTES, newIds[whole.target(arc)]);
        }
      }
      offsets.set(LONG, (i + 1L) * Long.BYTES, at);
    }
    return CsrGraph.of(offsets, targets, false);
  }
}
