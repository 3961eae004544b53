package io.atp.core.partition;

import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A graph with a given share of the nodes that still looks the same to smooth signals.
///
/// Variation neighbourhoods (Loukas, "Graph reduction with spectral and cut guarantees", JMLR
/// 2019), as Huang et al. use it to train on small graphs (KDD 2021): in every component of more
/// than ten nodes, neighbourhoods are merged level by level, those first that change the ten
/// smoothest vectors least. Smaller components stay as they are. The result depends on (graph,
/// ratio) alone.
public final class GraphCoarsening {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int SMALL_COMPONENT = 10;

  /// Ten with the constant one, which no merging changes.
  private static final int SMOOTH_VECTORS = 9;

  private static final int MAX_LEVELS = 10;

  /// A level that loses no more nodes than this is the last.
  private static final int TOO_FEW = 2;

  private final Workers workers;
  private final double ratio;
  private final int[] local;
  private final double[] entries;
  private boolean converged = true;

  private GraphCoarsening(int nodeCount, double ratio, Workers workers) {
    this.workers = workers;
    this.ratio = ratio;
    this.local = new int[nodeCount];
    this.entries = new double[nodeCount];
    Arrays.fill(entries, 1);
  }

  /// @param ratio nodes to keep, as a share
  public static Coarsening coarsen(CsrGraph graph, double ratio, Workspace work) {
    Require.share("ratio", ratio);
    Require.that(graph.symmetric(), "a directed graph cannot be coarsened: symmetrise it first");
    Require.that(
        graph.arcCount() < Integer.MAX_VALUE - 8,
        "%d arcs are more than the %d a coarsening can hold",
        graph.arcCount(),
        Integer.MAX_VALUE - 8);
    GraphCoarsening coarsening = new GraphCoarsening(graph.nodeCount(), ratio, work.workers());
    WeightedGraph whole = WeightedGraph.of(graph, work.workers());
    ConnectedComponents components = ConnectedComponents.of(graph, work);
    coarsening.components(whole, components);
    return coarsening.assemble(whole, components, work);
  }

  private void components(WeightedGraph whole, ConnectedComponents components) {
    int[] grouped = components.grouped();
    int[] newIds = new int[grouped.length];
    for (int component = 0, at = 0; component < components.count(); component++) {
      int[] nodes = Arrays.copyOfRange(grouped, at, at += components.sizes()[component]);
      if (nodes.length <= SMALL_COMPONENT) {
        for (int i = 0; i < nodes.length; i++) {
          local[nodes[i]] = i;
        }
      } else {
        coarsen(whole.side(nodes, components.component(), component, newIds), nodes);
      }
    }
  }

  private void coarsen(WeightedGraph fine, int[] nodes) {
    int[] group = new int[nodes.length];
    Arrays.setAll(group, i -> i);
    int target = (int) Math.ceil(ratio * nodes.length);
    SmoothBasis basis = SmoothBasis.of(fine, SMOOTH_VECTORS, workers);
    converged &= basis.converged();
    SmoothBasis guide = basis;
    WeightedGraph graph = fine;
    for (int level = 0; level < MAX_LEVELS && graph.nodeCount() > target; level++) {
      int before = graph.nodeCount();
      int[] coarseOf = NeighbourhoodMerging.groups(graph, guide, before - target, workers);
      graph = graph.merged(coarseOf, 1 + Arrays.stream(coarseOf).max().orElse(-1));
      if (before - graph.nodeCount() <= TOO_FEW) {
        break;
      }
      int[] sizes = new int[graph.nodeCount()];
      for (int coarse : coarseOf) {
        sizes[coarse]++;
      }
      for (int i = 0; i < nodes.length; i++) {
        group[i] = coarseOf[group[i]];
        entries[nodes[i]] /= Math.sqrt(sizes[group[i]]);
      }
      basis = basis.merged(coarseOf, graph.nodeCount());
      guide = basis.orthogonal(graph);
    }
    for (int i = 0; i < nodes.length; i++) {
      local[nodes[i]] = group[i];
    }
  }

  /// Super-nodes numbered by their smallest nodes, over all components.
  private Coarsening assemble(WeightedGraph whole, ConnectedComponents components, Workspace work) {
    int[] first = new int[components.count()];
    for (int i = 1; i < first.length; i++) {
      first[i] = first[i - 1] + components.sizes()[i - 1];
    }
    int[] number = new int[local.length];
    Arrays.fill(number, -1);
    int[] superOf = new int[local.length];
    int count = 0;
    for (int node = 0; node < superOf.length; node++) {
      int place = first[components.component()[node]] + local[node];
      number[place] = number[place] < 0 ? count++ : number[place];
      superOf[node] = number[place];
    }
    WeightedGraph coarse = whole.merged(superOf, count).sorted();
    MemorySegment offsets = work.allocateLongs(count + 1L);
    for (int i = 0; i <= count; i++) {
      offsets.set(LONG, (long) i * Long.BYTES, coarse.offsets()[i]);
    }
    MemorySegment targets = work.allocateInts(coarse.targets().length);
    MemorySegment.copy(coarse.targets(), 0, targets, INT, 0, coarse.targets().length);
    CsrGraph graph = CsrGraph.of(offsets, targets, true);
    return new Coarsening(superOf, entries, graph, coarse.weights(), converged);
  }
}
