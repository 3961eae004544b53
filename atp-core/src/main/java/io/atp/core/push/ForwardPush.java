package io.atp.core.push;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;

/// Rows of personalised PageRank by forward push, as PPRGo uses them: `w_ij = s_i · π_ij / s_j`
/// with `π = α Σ_k (1−α)^k P^k`, `P = D⁻¹A` or `D̂⁻¹Â`, `s = d^(r)`.
///
/// From source i: `r = {i: α}`, `p = {}`. The node u that was stacked last gives `p_u += r_u`, sets
/// `r_u = 0` and adds `(1−α) · r_u / d_u` to each neighbour v in order of id; v is stacked when
/// `r_v ≥ α · ε · d_v` and it is not on the stack. At all times `Σp + Σr/α = 1`, and at the end `0
/// ≤ π_ij − p_j ≤ ε · d_j` in a symmetric graph. A node without neighbours and without a loop keeps
/// its walker, so its row is itself with weight 1 (the published code leaves it α). r = 0, ½ and 1
/// are the normalisations "row", "sym" and "col" of the published code.
///
/// A pop moves at least `α · ε · d_u` into p, which never exceeds 1: at most `1 / (α · ε)` arcs are
/// visited for a source (and its own row). Memory for a thread is 45 to 90 bytes for each node that
/// a source reaches, whatever the size of the graph; 8 bytes a node are shared, for s.
public final class ForwardPush {
  private ForwardPush() {}

  /// A row for each source, in their order. In a directed graph a walker at u goes to those whom u
  /// listens to.
  public static SparseRows rows(
      CsrGraph graph, int[] sources, NodeCoefficients r, ForwardPushConfig config, Workspace work) {
    SparseRows.checkSources(sources, graph.nodeCount());
    WalkRows walk = new WalkRows(graph, config.selfLoops());
    double[] scale = walk.scale(r, work.workers());
    return SourcePusher.rows(
        "forward push",
        graph.nodeCount(),
        sources,
        config.keep(),
        () -> new Walker(walk, scale, config),
        work);
  }

  /// One source at a time; what it met stays readable until the next.
  static final class Walker implements SourcePusher {
    private final WalkRows walk;
    private final double[] scale;
    private final double alpha;
    private final double threshold; // of a node of degree 1
    private final RankBy rankBy;

    private final TouchedNodes touched = new TouchedNodes();
    private double[] settled = new double[64]; // p, by slot
    private double[] residue = new double[64]; // r
    private double[] least = new double[64]; // α · ε · d
    private boolean[] stacked = new boolean[64];
    private int[] stack = new int[64];
    private int height;
    private int[] row = new int[64];
    private long pushes;
    private long arcVisits;

    Walker(WalkRows walk, double[] scale, ForwardPushConfig config) {
      this.walk = walk;
      this.scale = scale;
      this.alpha = config.restartProbability();
      this.threshold = alpha * config.epsilon();
      this.rankBy = config.rankBy();
    }

    @Override
    public void row(int source, TopEntries top) {
      push(source);
      for (int slot = 0; slot < touched.count(); slot++) {
        if (settled[slot] > 0) {
          int node = touched.node(slot);
          double weight = scale[source] * settled[slot] / scale[node];
          top.offer(node, rankBy == RankBy.RAW ? settled[slot] : weight, weight);
        }
      }
    }

    void push(int source) {
      touched.clear();
      int start = slot(source);
      residue[start] = alpha;
      stack(start);
      while (height > 0) {
        int u = stack[--height];
        stacked[u] = false;
        double moved = residue[u];
        residue[u] = 0;
        settled[u] += moved;
        pushes++;
        spread(u, moved);
      }
    }

    private void spread(int u, double moved) {
      int node = touched.node(u);
      row = walk.roomFor(node, row);
      int degree = walk.copyRow(node, row);
      if (degree == 0) {
        settled[u] += moved * (1 - alpha) / alpha; // the walker stays for ever
        return;
      }
      arcVisits += degree;
      double share = (1 - alpha) * moved / degree;
      for (int i = 0; i < degree; i++) {
        int v = slot(row[i]);
        residue[v] += share;
        if (residue[v] >= least[v] && !stacked[v]) {
          stack(v);
        }
      }
    }

    private void stack(int slot) {
      if (height == stack.length) {
        stack = Arrays.copyOf(stack, 2 * height);
      }
      stack[height++] = slot;
      stacked[slot] = true;
    }

    private int slot(int node) {
      int known = touched.count();
      int slot = touched.slot(node);
      if (slot == known) {
        if (slot == settled.length) {
          int length = 2 * slot;
          settled = Arrays.copyOf(settled, length);
          residue = Arrays.copyOf(residue, length);
          least = Arrays.copyOf(least, length);
          stacked = Arrays.copyOf(stacked, length);
        }
        settled[slot] = 0;
        residue[slot] = 0;
        least[slot] = threshold * walk.degree(node);
      }
      return slot;
    }

    /// p of a node.
    double settled(int node) {
      int slot = touched.find(node);
      return slot < 0 ? 0 : settled[slot];
    }

    /// r of a node.
    double residue(int node) {
      int slot = touched.find(node);
      return slot < 0 ? 0 : residue[slot];
    }

    @Override
    public PushAccount account() {
      return new PushAccount(pushes, arcVisits);
    }
  }
}
