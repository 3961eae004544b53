package io.atp.core.graph;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;

/// Which nodes hang together. In a directed graph: weakly, directions ignored.
///
/// Union–find without locks. A root is only ever hooked under a smaller node, so whatever the order
/// of events each component ends with its smallest node as root, and the labels are the same for
/// any number of threads. Most nodes of a real graph fall into one component after two arcs each;
/// in a symmetric graph the remaining arcs of that component need not be looked at (Sutton et al.,
/// "Optimizing parallel graph connectivity computation via subgraph sampling", IPDPS 2018). Memory:
/// one int a node, which becomes the result.
///
/// @param count number of components
/// @param component the component of each node, numbered in the order of their smallest nodes
/// @param sizes nodes of each component
public record ConnectedComponents(int count, int[] component, int[] sizes) {
  private static final VarHandle PARENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int SAMPLED_ARCS = 2;
  private static final int PROBES = 1 << 10;
  private static final int RANGE = 1 << 14;

  public static ConnectedComponents of(CsrGraph graph, Workspace work) {
    Workers workers = work.workers();
    int[] parent = new int[graph.nodeCount()];
    for (int node = 0; node < parent.length; node++) {
      parent[node] = node;
    }
    RowChunks rows = RowChunks.of(graph);
    for (int place = 0; place < SAMPLED_ARCS; place++) {
      int nth = place;
      workers.forEachRange(
          parent.length, RANGE, (from, to) -> uniteNth(graph, nth, parent, from, to));
      flatten(parent, workers);
    }
    int settled = graph.symmetric() ? mostFrequent(parent) : -1;
    workers.forEachChunk(
        rows.count(), chunk -> uniteRest(graph, settled, parent, rows.from(chunk), rows.to(chunk)));
    flatten(parent, workers);
    return number(parent);
  }

  /// Nodes of the largest component, increasing; of equals the one with the smallest node.
  public int[] largest() {
    int widest = 0;
    for (int i = 1; i < count; i++) {
      widest = sizes[i] > sizes[widest] ? i : widest;
    }
    int[] nodes = new int[count == 0 ? 0 : sizes[widest]];
    for (int node = 0, at = 0; at < nodes.length; node++) {
      if (component[node] == widest) {
        nodes[at++] = node;
      }
    }
    return nodes;
  }

  /// All nodes, those of component 0 first, increasing within a component.
  public int[] grouped() {
    int[] next = new int[count];
    for (int i = 1; i < count; i++) {
      next[i] = next[i - 1] + sizes[i - 1];
    }
    int[] nodes = new int[component.length];
    for (int node = 0; node < nodes.length; node++) {
      nodes[next[component[node]]++] = node;
    }
    return nodes;
  }

  private static void uniteNth(CsrGraph graph, int nth, int[] parent, int from, int to) {
    for (int node = from; node < to; node++) {
      if (nth < graph.degree(node)) {
        unite(parent, node, graph.target(graph.offset(node) + nth));
      }
    }
    graph.release(from, to);
  }

  /// An arc between a settled and an unsettled node is followed from the unsettled end.
  private static void uniteRest(CsrGraph graph, int settled, int[] parent, int from, int to) {
    for (int node = from; node < to; node++) {
      if ((int) PARENT.getOpaque(parent, node) != settled) {
        long end = graph.offset(node + 1);
        for (long arc = graph.offset(node) + SAMPLED_ARCS; arc < end; arc++) {
          unite(parent, node, graph.target(arc));
        }
      }
    }
    graph.release(from, to);
  }

  private static void unite(int[] parent, int u, int v) {
    int a = root(parent, u);
    int b = root(parent, v);
    while (a != b) {
      int high = Math.max(a, b);
      int low = Math.min(a, b);
      if (PARENT.compareAndSet(parent, high, high, low)) {
        return;
      }
      a = root(parent, high);
      b = root(parent, low);
    }
  }

  /// Climbs to the root, halving the path. A write that comes late still names an ancestor.
  private static int root(int[] parent, int node) {
    while (true) {
      int above = (int) PARENT.getOpaque(parent, node);
      if (above == node) {
        return node;
      }
      int next = (int) PARENT.getOpaque(parent, above);
      if (next == above) {
        return above;
      }
      PARENT.setOpaque(parent, node, next);
      node = next;
    }
  }

  private static void flatten(int[] parent, Workers workers) {
    workers.forEachRange(
        parent.length,
        RANGE,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            PARENT.setOpaque(parent, node, root(parent, node));
          }
        });
  }

  private static int mostFrequent(int[] parent) {
    Map<Integer, Integer> seen = new HashMap<>();
    int winner = -1;
    int most = 0;
    for (int probe = 0; probe < PROBES && parent.length > 0; probe++) {
      int root = parent[StatelessHash.below(StatelessHash.mix(probe + 1), parent.length)];
      int times = seen.merge(root, 1, Integer::sum);
      if (times > most) {
        most = times;
        winner = root;
      }
    }
    return winner;
  }

  /// In place: a root is its component's smallest node, so it has its number before the others ask.
  private static ConnectedComponents number(int[] parent) {
    int count = 0;
    for (int node = 0; node < parent.length; node++) {
      parent[node] = parent[node] == node ? count++ : parent[parent[node]];
    }
    int[] sizes = new int[count];
    for (int component : parent) {
      sizes[component]++;
    }
    return new ConnectedComponents(count, parent, sizes);
  }
}
