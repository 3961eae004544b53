package io.atp.core.graph;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;

/// Small graphs whose properties follow from a formula, for the tests of every room.
public final class NamedGraphs {
  private NamedGraphs() {}

  /// Undirected graph from pairs `u, v, u, v, …`.
  public static CsrGraph edges(Workspace work, int nodeCount, int... ends) {
    return undirected(work, nodeCount, ends).graph();
  }

  public static BuiltGraph undirected(Workspace work, int nodeCount, int... ends) {
    return GraphBuilder.undirected(nodeCount, work).add(arcs(work, ends)).build();
  }

  public static BuiltGraph directed(Workspace work, int nodeCount, int... ends) {
    return GraphBuilder.directed(nodeCount, work).add(arcs(work, ends)).build();
  }

  private static ArcBuffer arcs(Workspace work, int... ends) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < ends.length; i += 2) {
      arcs.add(ends[i], ends[i + 1]);
    }
    return arcs;
  }

  /// A triangle 0–1–2 with a tail 2–3–4: the specification's test graph, d̂ = (3, 3, 4, 3, 2).
  public static CsrGraph g5(Workspace work) {
    return edges(work, 5, 0, 1, 0, 2, 1, 2, 2, 3, 3, 4);
  }

  /// 0–1–…–(n−1).
  public static CsrGraph path(Workspace work, int n) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i + 1 < n; i++) {
      arcs.add(i, i + 1);
    }
    return GraphBuilder.undirected(n, work).add(arcs).build().graph();
  }

  /// A path whose ends are joined.
  public static CsrGraph cycle(Workspace work, int n) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < n; i++) {
      arcs.add(i, (i + 1) % n);
    }
    return GraphBuilder.undirected(n, work).add(arcs).build().graph();
  }

  /// Node 0 joined to `leaves` others.
  public static CsrGraph star(Workspace work, int leaves) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 1; i <= leaves; i++) {
      arcs.add(0, i);
    }
    return GraphBuilder.undirected(leaves + 1, work).add(arcs).build().graph();
  }

  /// Every pair of n nodes joined.
  public static CsrGraph clique(Workspace work, int n) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        arcs.add(i, j);
      }
    }
    return GraphBuilder.undirected(n, work).add(arcs).build().graph();
  }

  /// Nodes 0..a−1 each joined to all of a..a+b−1.
  public static CsrGraph completeBipartite(Workspace work, int a, int b) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < a; i++) {
      for (int j = 0; j < b; j++) {
        arcs.add(i, a + j);
      }
    }
    return GraphBuilder.undirected(a + b, work).add(arcs).build().graph();
  }

  /// About `edges` random edges; ends drawn with probability falling in the id, so that low ids are
  /// hubs.
  public static CsrGraph skewed(Workspace work, int n, int edges, long seed) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int edge = 0; edge < edges; edge++) {
      double u = StatelessHash.unit(StatelessHash.of(seed, edge, 0));
      double v = StatelessHash.unit(StatelessHash.of(seed, edge, 1));
      arcs.add((int) (n * u * u * u), (int) (n * v));
    }
    return GraphBuilder.undirected(n, work).add(arcs).build().graph();
  }

  /// The same graph with node `i` renamed to `names[i]`.
  public static CsrGraph renamed(Workspace work, CsrGraph graph, int[] names) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        arcs.add(names[node], names[graph.target(arc)]);
      }
    }
    GraphBuilder builder =
        graph.symmetric()
            ? GraphBuilder.undirected(graph.nodeCount(), work)
            : GraphBuilder.directed(graph.nodeCount(), work);
    return builder.add(arcs).build().graph();
  }

  /// A seeded permutation of 0..n−1.
  public static int[] permutation(int n, long seed) {
    int[] names = new int[n];
    for (int i = 0; i < n; i++) {
      int j = StatelessHash.below(StatelessHash.of(seed, i), i + 1);
      names[i] = names[j];
      names[j] = i;
    }
    return names;
  }
}
