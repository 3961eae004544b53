package io.atp.core.push;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Transpose;
import io.atp.core.runtime.Workspace;

/// `Z ≈ Σ_l α(1−α)^l P̃^l X`, column by column, by reverse push from the features, as GBP does:
/// `|error_i| ≤ s_i · rmax · Σ_j |x_j / s_j|` with `s = d̂^(r)`.
///
/// A column becomes the residue `q = x / s`, positive and negative part apart. Level after level,
/// every node u with `q_u > rmax · Σq⁰`, q⁰ being the part as it came, gives `z_u += α · q_u`, sets
/// `q_u = 0` and adds `(1−α) · q_u / d̂_v` to all v that listen to u, itself among them. A smaller
/// residue stays where it is and may grow until it is passed on. When no node has enough, `α · q`
/// is added everywhere and z is multiplied by s.
///
/// The residues left are each at most `rmax · Σq⁰` and a row of personalised PageRank sums to 1,
/// hence the bound. A push takes at least `α · rmax · Σq⁰ · d̂_u` from `Σ_v d̂_v q_v` of a
/// symmetric graph, so a part visits at most `d̄ / (α · rmax)` arcs, d̄ being the mean of d̂
/// weighted by q⁰. Memory for a thread is about 24 bytes a node, shared are 16 bytes a node, and
/// the transpose where the graph is directed.
public final class ReversePush {
  private ReversePush() {}

  public static PushedFeatures propagate(
      CsrGraph graph,
      Features features,
      NodeCoefficients r,
      ReversePushConfig config,
      Workspace work) {
    ColumnPusher.checkRows(graph, features);
    try (Workspace scratch = work.scratch()) {
      CsrGraph listeners = Transpose.of(graph, scratch);
      WalkRows walk = new WalkRows(graph, true);
      double[] inverseDegrees = walk.inverseDegrees(work.workers());
      return ColumnPusher.propagate(
          "reverse push",
          features,
          walk.scale(r, work.workers()),
          () -> new Columns(listeners, inverseDegrees, config),
          work);
    }
  }

  private static final class Columns extends ColumnPusher {
    private final CsrGraph listeners;
    private final double[] inverseDegrees;
    private final double alpha;
    private final double share; // rmax
    private final double[] residue;
    private NodeSet level;
    private NodeSet nextLevel;
    private int[] row = new int[64];

    Columns(CsrGraph listeners, double[] inverseDegrees, ReversePushConfig config) {
      super(listeners.nodeCount());
      this.listeners = listeners;
      this.inverseDegrees = inverseDegrees;
      this.alpha = config.restartProbability();
      this.share = config.threshold();
      this.residue = new double[listeners.nodeCount()];
      this.level = new NodeSet(listeners.nodeCount());
      this.nextLevel = new NodeSet(listeners.nodeCount());
    }

    @Override
    void push(int column, double[] x, double[] result) {
      pushPart(x, 1, result);
      pushPart(x, -1, result);
    }

    /// The part of x that has this sign.
    private void pushPart(double[] x, int sign, double[] result) {
      double sum = 0;
      for (int node = 0; node < x.length; node++) {
        residue[node] = Math.max(0, sign * x[node]);
        sum += residue[node];
      }
      if (sum == 0) {
        return;
      }
      double threshold = share * sum;
      for (int node = 0; node < x.length; node++) {
        if (residue[node] > threshold) {
          level.add(node);
        }
      }
      while (level.next(0) >= 0) {
        for (int u = level.next(0); u >= 0; u = level.next(u + 1)) {
          double moved = residue[u];
          if (moved > threshold) { // it may have been passed on since the node was marked
            residue[u] = 0;
            result[u] += sign * alpha * moved;
            spread(u, (1 - alpha) * moved, threshold);
          }
        }
        level.clear();
        NodeSet done = level;
        level = nextLevel;
        nextLevel = done;
      }
      for (int node = 0; node < x.length; node++) {
        result[node] += sign * alpha * residue[node];
      }
    }

    private void spread(int u, double mass, double threshold) {
      int count = listeners.degree(u);
      if (count >= row.length) {
        row = new int[Math.max(count + 1, 2 * row.length)];
      }
      listeners.copyRow(u, row);
      row[count] = u;
      pushes++;
      arcVisits += count + 1;
      for (int i = 0; i <= count; i++) {
        int v = row[i];
        residue[v] += mass * inverseDegrees[v];
        if (residue[v] > threshold) {
          nextLevel.add(v);
        }
      }
    }
  }
}
