package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.sparse.Segments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The subgraphs of some targets side by side, a node in as many of them as it comes up in.
///
/// @param union all subgraphs
/// @param parts which nodes are whose; the first of each is the target
/// @param hops of each node from its target, from 1 on for 0 hops, 6 for five and more, and 0 where
///   no path leads there inside the subgraph
public record EgoBatch(Subgraph union, Segments parts, int[] hops) {
  /// How many values `hops` can have.
  public static final int HOP_KINDS = 7;

  private static final int FARTHEST = HOP_KINDS - 1;

  /// One target's subgraph.
  public record Ego(Subgraph part, int[] hops) {
    /// @param nodes the target first
    public static Ego of(CsrGraph graph, int[] nodes) {
      Subgraph part = Subgraph.induced(graph, nodes);
      return new Ego(part, hops(part));
    }

    private static int[] hops(Subgraph part) {
      int[] hops = new int[part.nodeCount()];
      int[] queue = new int[part.nodeCount()];
      hops[0] = 1;
      int count = 1;
      for (int next = 0; next < count; next++) {
        int node = queue[next];
        for (int at = part.offsets()[node]; at < part.offsets()[node + 1]; at++) {
          int other = part.targets()[at];
          if (hops[other] == 0) {
            hops[other] = Math.min(FARTHEST, hops[node] + 1);
            queue[count++] = other;
          }
        }
      }
      return hops;
    }
  }

  public static EgoBatch of(List<Ego> egos) {
    List<Subgraph> parts = new ArrayList<>();
    int[] starts = new int[egos.size() + 1];
    for (int i = 0; i < egos.size(); i++) {
      parts.add(egos.get(i).part());
      starts[i + 1] = Math.addExact(starts[i], egos.get(i).part().nodeCount());
    }
    int[] hops = new int[starts[egos.size()]];
    for (int i = 0; i < egos.size(); i++) {
      System.arraycopy(egos.get(i).hops(), 0, hops, starts[i], egos.get(i).hops().length);
    }
    return new EgoBatch(Subgraph.union(parts), new Segments(starts), hops);
  }

  /// Rows of the targets.
  public int[] roots() {
    return Arrays.copyOf(parts.offsets(), parts.count());
  }

  /// Without arcs that chance takes away, each with probability `share`; distances stay as they
  /// were.
  ///
  /// @param bothWays whether an arc goes with its reverse, whichever of the two chance took
  public EgoBatch drop(double share, boolean bothWays, long seed) {
    if (share == 0) {
      return this;
    }
    Subgraph kept =
        union.keep(
            (source, at) -> {
              int target = union.targets()[at];
              return stays(source, target, share, seed)
                  && (!bothWays || stays(target, source, share, seed));
            });
    return new EgoBatch(kept, parts, hops);
  }

  private static boolean stays(int source, int target, double share, long seed) {
    return StatelessHash.unit(StatelessHash.of(seed, source, target)) >= share;
  }
}
